"""What is said in Stephenson's Rocket."""

from companion.words.en import stephensons_rocket_brief

SENTENCES = {
    **stephensons_rocket_brief.SENTENCES,
    # What happened
    "takes-share": "{player} takes a share of {line:name}, {left} left in the pile",
    "no-share-isolated": "{line:name} is isolated, so there is no share",
    "no-share-left": "the pile of {line:name} is empty, so there is no share",
    "veto-no-bids": "a veto was called, and nobody bid",
    "veto-won": "veto ({others:bids}): {player} has the last word and returns {count:share|shares} of {line:name}",
    "veto-out-of-game": "the line is isolated: {count:share leaves|shares leave} the game",
    "veto-stand-ins": "{count:supplementary share goes|supplementary shares go} back to the stock",
    "leaves-start": "{line:name} leaves its start town, which now counts as a town; no track is laid",
    "tile-laid": "a track tile is laid, {left} left",
    "tile-missing": "no track tile is left to lay",
    "station-joins": "the station of {player} joins {line:name}",
    "passenger": "{player} takes a passenger, {left} left",
    "passenger-lost-to-veto": "{player} gets no passenger: somebody else had the last word in the veto",
    "no-passenger-left": "no passenger is left to take",
    "start-town-joins": "{line:name} reaches the start town of {town:name}, which counts as a town and pays nothing",
    "isolated": "{line:name} is isolated: {count:share leaves|shares leave} the game with its pile",
    "takes-token": "{player} takes {commodity:name} from {city}",
    "places-station": "{player} places a station, {left} left",
    "moves-station": "{player} moves a loose station",
    "moves-station-from": "{player} takes a station off {line:name} and places it loose",
    "passes": "{player} passes",
    "ended-by-shares": "the game is over: at most {rules.end.lines_with_shares:word:line has shares left in its pile|lines have shares left in their piles}",
    "ended-by-tiles": "the game is over: the last track tile is laid",
    "ended-by-table": "the game is over: the table says so",
    # Before the first turn
    "lay.locomotives": "lay out the board and put each of the {count} locomotives on the start town of its colour",
    "lay.shares": "sort the shares by line and lay them on their spaces, {shares} of each line",
    "lay.supplementary": "lay the {count:supplementary share|supplementary shares} on the space of their own",
    "lay.tokens": "put {count:token|tokens} on each of the {cities} metropolises, of the kinds that belong there",
    "lay.passengers": "lay the {count:passenger|passengers} beside the board",
    "lay.tiles": "heap the {count} track tiles beside the board",
    "lay.note": "{value:money}",
    "lay.notes": "sort the notes and lay them ready: {values:list}",
    "lay.stations": "each player chooses a colour and takes its {count:station|stations}",
    "lay.hidden-money": "whoever earns money keeps it covered until the end",
    "lay.start": "{player} begins; a turn has {actions:action|actions}",
    # Payouts
    "metropolis": "{city} is connected to {line:name}, by tokens of {city}",
    "station": "{line:name} reaches {town} and has {towns:town|towns}, by stations on it",
    "merger": "{line:name} with {towns:town|towns} is dissolved into {into:name}, by its shares",
    "exchange": "{line:name} shares become {into:name} shares, one for {rules.exchange.old_shares:word}",
    "exchanged": "{player} {old} -> {new}",
    "exchanged-with-supplementary": "{player} {old} -> {new}, of them {extra} supplementary",
    "odd-share-lost": "{count:a:an odd one|odd ones} of {player} {count:verb:is|are} lost",
    "shares-ran-out": "{count:share|shares} of {line:name} could not be handed out: pile and supplementary stock are empty",
    "nothing-to-exchange": "nobody holds any",
    "final-tokens": "Final scoring of {commodity:name}, by tokens",
    "final-stations": "Final scoring of {line:name} with {towns:town|towns}, by stations on it",
    "final-shares": "Final scoring of {line:name} with {towns:town|towns}, by shares",
    "discarded": "{player} discards {count:token|tokens} of {city}, which no line reached",
    "counted-again": "After the recount, as a difference: {what}",
    "milestone": "merger {line:name}",
    "more.shares": "{count:more share|more shares} of {line:name}",
    "more.stations": "{count:more station|more stations} on {line:name}",
    "more.tokens": "{count:more token|more tokens} of {commodity:name} from a metropolis on a line",
    "more.passengers": "{count:more passenger|more passengers}",
    # Tables
    "table.lines": "Lines",
    "table.tokens": "Tokens",
    "table.metropolises": "Metropolises",
    "table.stations": "Stations",
    "table.towns": "Towns",
    "table.merged": "{line:name} -> {into:name}",
    "table.isolated": "isol.",
    "table.left": "left",
    "table.unnamed": "unnamed",
    "table.reached-by": "reached by",
    "table.by-lines": "{lines:names}",
    "table.no-line": "no line",
    "table.supply": "to place",
    "table.loose": "loose",
    "table.on-lines": "on lines",
    "table.known": "known so far",
    "table.board": "on the board",
    # What is left, and what must not be forgotten
    "clock.lines": "lines with shares",
    "clock.actions": "actions",
    "reminder.tiles": "the end is near: {left:track tile is|track tiles are} left, the last one ends the game",
    "reminder.lines": (
        "the end is near: {count:line has|lines have} shares left ({piles:counts}), and with {limit} left the game is over"
    ),
    "reminder.end-reached": "the end is reached: the next action ends the game",
    "reminder.discards": (
        "{player} discards {count:token|tokens} at the end unless a line reaches the metropolis: {cities:list}"
    ),
    "reminder.no-stations": "{player} has no station left to place; those on the board can be moved",
    # Where the rulebook says so
    "fact.commodities": "{value:names}",
    "fact.all_seen": "all its tokens were seen",
    "fact.line": "of {value:name}",
    "kind.final-tokens": "Final scoring of tokens of",
    "kind.final-stations": "Final scoring of stations of",
    "kind.final-shares": "Final scoring of shares of",
    "sheet.metropolis": "metropolises",
    "sheet.station": "towns reached",
    "sheet.merger": "mergers",
    "sheet.final-stations": "stations {line:name}",
    "sheet.final-shares": "shares {line:name}",
    "sheet.all-final-stations": "stations",
    "sheet.all-final-shares": "shares",
    "rule.metropolis": "Rulebook, scoring 1: a metropolis joins a line that is new to it",
    "rule.station": "Rulebook, scoring 2: a railway town joins a line",
    "rule.merger": "Rulebook, scoring 3: merger, the line that moved is dissolved",
    "rule.exchange": "Rulebook, scoring 3: one share of the survivor for each {rules.exchange.old_shares:word} of the dissolved line",
    "rule.final-tokens": "Rulebook, final scoring 1: tokens by kind",
    "rule.final-stations": "Rulebook, final scoring 2: stations of each line that is left",
    "rule.final-shares": "Rulebook, final scoring 3: shares of each line that is left",
    # Warnings
    "isolated-after-all": (
        "{line:name} was declared isolated and now reaches something new: booked as seen, its pile stays out of the game"
    ),
    "veto-without-holder": "nobody but {player} holds a share of {line:name}, so nobody else could call a veto",
    "noted-as": "in the copy book {town} is a {kind:name}",
    "other-tokens": "in the copy book all tokens of {city} are {known:names}",
    "known-as": "on the printed board {town} is a {kind:name}",
    "unnamed-towns-added": (
        "unnamed towns of {line:name} and towns of {into:name} are counted as different ones; recount if some are the same"
    ),
    # Refusals
    "unknown-line": 'there is no line "{line}"; there are {known:list}',
    "unknown-commodity": 'there is no commodity "{commodity}"; there are {known:list}',
    "two-kinds": "{town} is entered as a {kind:name} and as a {other:name}; a town is one or the other",
    "too-many-towns": "{town} would be one more {kind:name} than the {most} on the board; check the spelling",
    "city-empty": "all {most} tokens of {city} are taken; take one elsewhere",
    "commodity-empty": "all {most} tokens of {commodity:name} are taken; take another kind",
    "no-token-left": "all tokens are taken; do something else",
    "no-station-on-board": "{player} has no station on the board; place one instead",
    "no-station-left": "{player} has no station left to place; move one instead",
    "no-loose-station": "{player} has no station standing loose on the board",
    "no-station-on-line": "{player} has no station on {line:name}",
    "station-on-survivor": "stations of {line:name} stand on {into:name} since the merger; name that line",
    "line-merged": "{line:name} was dissolved into {into:name} and cannot be used any more",
    "isolated-already": "{line:name} is isolated already",
    "extended-twice": "{line:name} was already extended in this turn; extend another line",
    "start-town-not-left": (
        "the locomotive of {line:name} still stands in its start town: touching it is a merger, not a town"
    ),
    "into-itself": "{line:name} cannot merge into itself",
    "veto-order": "{player} bids out of order: bids go once round from the left of the mover, who comes last",
    "veto-no-share": "{player} holds no share of {line:name} and cannot bid",
    "veto-too-many": "{player} bids {bid} but holds only {held:share|shares} of {line:name}",
    "veto-too-low": "{player} bids {bid} and must bid at least {least}",
    "position.listed-twice": "{name} is listed twice in the position; list it once",
    "position.merged-into-nothing": "{line:name} is merged in the position; say into which line",
    "position.merged-into-itself": "{line:name} cannot be merged into itself",
    "position.merged-in-a-circle": "{line:name} is merged into a line that is merged into it; one must be left",
    "position.merged-with-pieces": "{line:name} is merged in the position, so it has no pile, shares, stations or towns",
    "position.into-not-merged": "{line:name} is said to be merged into a line, and its status is not merged",
    "position.isolated-with-pile": "{line:name} is isolated in the position, so it has no pile",
    "position.pile-too-large": "{line:name} has {most} shares, so its pile cannot be larger",
    "position.too-many-towns": "{line:name} cannot have more towns than the {most} on the board",
    "position.turn-after-end": "the game is over, so it is nobody's turn",
    "position.too-many-actions": "a turn has {most} actions at most",
    "position.city-overfull": "{city} has only {most} tokens; check who holds how many",
    # What is asked
    "ask.line": "the line",
    "ask.extends": "the line that {player} extends",
    "ask.towns": "towns next to the locomotive",
    "ask.first-town": "the town next to the locomotive (type its name)",
    "ask.a-metropolis": "a metropolis",
    "ask.a-railway-town": "a railway town",
    "no-bid": "a veto without any bid",
    "ask.a-start-town": "a start town",
    "ask.station": "whose station stood on the space that was entered",
    "ask.veto": "who bids in the veto, in turn",
    "ask.veto-bid": "shares that {player} bids ({low} to {high}), or who bids next",
    "ask.bidder": "who bids",
    "ask.bid": "shares that {player} bids",
    "ask.bids": "how many shares",
    "ask.into": "the line it merges into",
    "ask.isolates": "the line that can reach neither a new town nor another line",
    "ask.takes-of": "the metropolis that {player} takes a token of",
    "ask.takes-of-new": "the metropolis that {player} takes a token of (type its name)",
    "ask.takes": "the commodity that {player} takes",
    "ask.commodity": "the commodity",
    "ask.from": "the line that the station of {player} leaves (Enter: none, it stood loose)",
    "ask.from-line": "the line that the station of {player} leaves",
    "ask.player": "a player",
    "ask.count": "how many",
    "ask.held": "who holds how many tokens",
    "ask.tiles": "track tiles laid",
    "ask.cash": "who has how much money",
    "ask.passengers": "who has how many passengers",
    "ask.loose": "who has how many stations standing loose",
    "ask.supplementary": "supplementary shares left",
    "ask.turn": "whose turn it is",
    "ask.left": "actions left",
    "ask.extended": "lines extended in this turn",
    "ask.tokens": "tokens of a commodity",
    "ask.of": "the metropolis they are of",
    "ask.moved": "whether the line has moved",
    "ask.metropolis": "metropolises",
    "ask.railway": "railway towns",
    "ask.start": "start towns, by their lines",
    "ask.town-count": "towns on the line (none if it was merged or has not moved: it pays nothing)",
    "ask.final-lines": "lines",
    "ask.unnamed": "how many more towns, without names",
    "ask.stations": "who has how many stations on it",
    "ask.shares": "who holds how many shares",
    "ask.pile": "shares in the pile",
    "ask.status": "running, merged or isolated",
    "hint.line": "{pile} in the pile, {towns:town|towns}",
    "hint.isolated": "isolated, {towns:town|towns}",
    "hint.merged": "dissolved into {into:name}",
    "hint.reached": "already on {line:name}",
    "hint.start-town": "start town of {line:name}",
    "hint.left": "{left} left",
    "hint.loose": "{count} standing loose",
    "hint.stations": "{count:station|stations} on it",
    "hint.shares": "{count:share|shares}",
    # What a player should know to answer
    "help.extend": (
        "Enter a move when it is final, after any veto. Whoever moves takes a share of the line. In a turn "
        "no line is extended again."
    ),
    "help.towns": (
        "All towns next to the space that the locomotive moved to, of whatever kind. What the line reached before need "
        "not be told again. The start town of another line is a town as soon as its locomotive has left it; before, "
        "touching it is a merger."
    ),
    "help.station": (
        "A station that stood loose on the space joins the line. If it is somebody else's, whoever moves gets a "
        "passenger, unless another player had the last word in a veto."
    ),
    "help.veto": (
        "Players with a share of the line may call a veto against a move. They bid shares of it, in turn from "
        "the left of the mover, each more than the last one. The mover comes last and need only bid as much. "
        "Only whoever bid last returns the shares bid, and says where the locomotive goes. 0 says that a veto was "
        "called and nobody bid."
    ),
    "help.into": (
        "When the locomotive touches another line, its own line is dissolved into it: its shares pay by its "
        "towns, then shares of the other line are handed out, one for {rules.exchange.old_shares:word}; an odd one is lost."
    ),
    "help.isolate": (
        "The table declares a line isolated when its locomotive can reach neither a new town nor another line. Its "
        "pile leaves the game, and moves of it earn no more shares; what the players hold counts at the end. It costs "
        "no action."
    ),
    "help.take-token": (
        "Tokens pay by metropolis when a line reaches it, and by commodity at the end of the game. Those of a metropolis "
        "that no line reached are then worth nothing."
    ),
    "help.from": (
        "A station may be taken from anywhere on the board, also off a line; it stands loose afterwards. Stations of "
        "a dissolved line stand on the line that is left."
    ),
    # Places where pieces lie
    "place.pile": "the pile",
    "place.out": "what left the game",
    "place.loose": "what stands loose on the board",
    "place.line": "the line",
    "place.board": "the board",
    "place.discarded": "what was discarded",
    "place.stand-in": "the supplementary shares",
    # A ruleset that does not hold together
    "ruleset.start-towns": "board.start_towns is {towns}, but there are {lines} lines and each has one",
    "ruleset.tokens": "pieces: there are {tokens} tokens by commodity but {places} by metropolis",
    "ruleset.end": "end.lines_with_shares is {most}, with {lines} lines the game would be over at once",
    "ruleset.town-kind": "board.known: {town} is a {kind}, which is no kind of town",
    "ruleset.note": "money.notes: a note of {value} is not a multiple of the unit {unit}",
    "ruleset.hidden-money": "options.hidden_money.default must be true or false",
    "ruleset.known-towns": "board.known names {count} towns of kind {kind}, and the board has {most}",
    "ruleset.passengers": "commodities: passengers are a kind of their own, not a commodity",
}
