"""The rules of Whistle Stop in brief: a title, what is so, and where the rules say it."""

SENTENCES = {
    "brief.turn": (
        "A turn\n"
        "When a round begins everybody gets {rules.income.coal} coal, in the whistle round "
        "{rules.income.whistle:a:a whistle|whistles} instead. In a turn actions come in any order; there are "
        "{rules.turn.spaces} action spaces, and every move and every upgrade used for coal takes a space. "
        "A session that keeps only the score has no turns, and counts no coal, whistles and goods.\n"
        "Rules, rounds; turn"
    ),
    "brief.move": (
        "Move a train\n"
        "Spend coal: along the track to the next stop, westwards or within the column. Or spend a whistle: in any direction, "
        "and a stop may be skipped. What the train stops at then takes effect. Who leaves a black tile pays a good to the "
        "owner of the toll station, if that is another player. Whoever has more than {rules.limits.goods} goods afterwards "
        "discards the rest.\n"
        "Rules, moving with coal; moving with a whistle"
    ),
    "brief.stops": (
        "Stops\n"
        "A good: that good. Coal yard: {rules.stops[coal-yard].coal} coal. Whistle factory: "
        "{rules.stops[whistle-factory].whistle:a:a whistle|whistles}. Store: a good of choice. Gold mine: a gold token, its value "
        "kept secret until the end.\n"
        "Rules, stops"
    ),
    "brief.trading-post": (
        "Trading post\n"
        "Up to {rules.trading.trades:trade|trades}. A basic good brings {rules.trading.basic.whistle:a:a whistle|whistles}, "
        "{rules.trading.basic.coal} coal or {rules.trading.basic.basic:other basic good|other basic goods}; a rare good brings "
        "{rules.trading.rare.basic:basic good|basic goods} of choice or {rules.trading.rare.rare:other rare good|other rare goods}.\n"
        "Rules, trading post"
    ),
    "brief.town": (
        "Town\n"
        "Pay what is printed there, gain its fame, and take the lowest share left of its company, if there is any. Who cannot pay loses the fame "
        "in the red star, never more than there is, and takes no share. A town may be visited again and again.\n"
        "Rules, town"
    ),
    "brief.exchange": (
        "Exchange\n"
        "Gain {rules.stops[exchange].rates:or} fame for each of your shares, as printed on the tile, and put a share of yours out "
        "of the game. Whether that share still counts is an option of the session. Among the end tiles it takes the train "
        "home too.\n"
        "Rules, exchange"
    ),
    "brief.end-tile": (
        "End tile\n"
        "Pay what is printed for its fame; who cannot pay loses the fame in the red star. Either way the train is home: it takes a "
        "space of the resource track and the {rules.end_tiles.rewards:reward|rewards} printed there.\n"
        "Rules, moving with coal"
    ),
    "brief.use": (
        "Use an upgrade\n"
        "It must be yours; a use costs the coal that its card says and an action space, whether trains move in this turn or "
        "not. Upgrades that ask for no coal work by themselves and are never entered as used.\n"
        "Rules, turn; upgrades"
    ),
    "brief.buy": (
        "Buy an upgrade\n"
        "Pay the goods that its card asks for; at most {rules.turn.buys} a turn. Another player who owns it cannot refuse: "
        "that player gets a rare good of your choice besides. You may own as many as you like, and each counts "
        "{rules.upgrade_rules.worth:or} fame at the end, as printed.\n"
        "Rules, buying upgrades"
    ),
    "brief.rest": (
        "Rest\n"
        "Who moves no train in a turn takes {rules.rest.whistle:a:a whistle|whistles}. Upgrades may be used and bought all the "
        "same. A turn that ends with neither a move nor a rest books the rest by itself.\n"
        "Rules, turn"
    ),
    "brief.end-turn": (
        "End the turn\n"
        "Fill your hand up to {rules.limits.hand} tiles, with the Extra Boiler to {rules.limits.hand_with_boiler}. The player to the "
        "left is up; behind the last player a new round begins with its income, unless the game is over.\n"
        "Rules, end of a turn"
    ),
    "brief.end": (
        "End of the game\n"
        "After the last round, or after the round in which somebody's last train came home.\n"
        "Rules, end of the game"
    ),
    "brief.final": (
        "Final scoring\n"
        "It asks for the black tiles in hand, and for gold that was not told yet. {rules.final.majority} fame for most shares of each company, a tie to whoever of them has the lowest numbered share. Upgrades "
        "({rules.upgrade_rules.worth:or}) and gold ({rules.gold.values:or}) as printed. {rules.final.basic} for a basic good, "
        "{rules.final.rare} for a rare one, {rules.final.marker_fame} for every {rules.final.markers:marker|markers}, coal and whistles "
        "together. {rules.final.black_tile} are lost for each black tile in hand, never more than there is, and none by the owner of the Extra Boiler. "
        "Most fame wins; a tie goes to more shares in all, and is then shared.\n"
        "Rules, scoring"
    ),
}
