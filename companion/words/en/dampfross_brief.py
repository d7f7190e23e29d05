"""The rules of Dampfross in brief: a title, what is so, and where the rulebook says it."""

SENTENCES = {
    "brief.building": (
        "Building phase\n"
        "Everybody begins with {rules.money.start:unit|units}. In each round every player builds; the right to go first moves on "
        "by a seat, clockwise. All lines of a colour must hang together.\n"
        "Rulebook, preparation; building phase"
    ),
    "brief.build": (
        "Build\n"
        "Roll, and lay track for as many points: {rules.points:counts}. Points left over are lost. Whoever connects a "
        "city first gets {rules.premium.city:unit|units} from the bank. Every rival whose line lies in the field gets "
        "{rules.fees.join} for joining it, {rules.fees.crossing} for crossing it, {rules.fees.half} for each half field alongside; "
        "nothing in towns, but who joins a line there and goes on alongside it pays for joining after all.\n"
        "Rulebook, building costs; income and expenses"
    ),
    "brief.joint-build": (
        "Build together\n"
        "A variant, from a field where the networks of the two players meet: each rolls, and {rules.joint.numerator}/"
        "{rules.joint.denominator} of the sum may be built, rounded down. They halve premiums and share fees. "
        "It is the turn of each of them in this round.\n"
        "Rulebook, course of the lines"
    ),
    "brief.buy-ferry": (
        "Buy a ferry\n"
        "Whoever has reached its port may buy it for {rules.ferries.price:unit|units}; each ferry has a single owner, and the map says "
        "how many there are and how many a player may own. It costs no turn and no points, but has to wait while a run is "
        "under way. Later every use costs {rules.ferries.use:unit|units} to the owner.\n"
        "Rulebook, ferry lines"
    ),
    "brief.end-building": (
        "End the building phase\n"
        "It ends when every city is connected. Somebody may also declare it over when a single city is left and "
        "{rules.building.last_rounds:more round was|more rounds were} played since.\n"
        "Rulebook, end of the building phase"
    ),
    "brief.depart": (
        "A run departs\n"
        "Start and goal are rolled, at least {rules.numbers.apart:field|fields} apart; whoever likes takes part, with a route that is at "
        "least partly their own. Before it each pays {rules.fares.field:unit|units} for every field on another's line. Fares are set "
        "off between two players, and nobody may then owe another more than {rules.fares.most_net}. A train that runs alone "
        "gets {rules.prizes.alone:unit|units} at once. Partners may run in the same train, and share its costs and its prize.\n"
        "Rulebook, start and goal; route and fares; prizes"
    ),
    "brief.special": (
        "Special runs\n"
        "An option: the map says how often a run is special, and its table gives the goal. Where it names several places, each train "
        "picks its own. Fares and prizes are as ever.\n"
        "Rulebook, additional rules"
    ),
    "brief.race-roll": (
        "A roll in the race\n"
        "Notes what a train has rolled and pays nothing; a field costs a point, going up a hill a point more. Where the length of each "
        "route was entered, the companion works out who arrives and proposes that entry.\n"
        "Rulebook, course of the run"
    ),
    "brief.arrive": (
        "A run arrives\n"
        "The first train gets {rules.prizes.first:unit|units}, the next {rules.prizes.second}, others nothing. In the same turn of the "
        "race more pips left win; trains that are exactly equal share the prizes, or roll on where that was agreed. "
        "A joint train's prize is halved, rounded down.\n"
        "Rulebook, prizes"
    ),
    "brief.expand": (
        "Expand the network\n"
        "Between runs the points of building are paid in units from the account, with the same fees to rivals; cities bring no "
        "premium any more. All of it must fit into the income of the run that is just over: the prize, and the fares and "
        "ferries received. A variant: after every {rules.expansion.every:run|runs} up to {rules.expansion.percent} % of the balance, "
        "and {rules.expansion.least} with a balance below {rules.expansion.least_balance}.\n"
        "Rulebook, expansion"
    ),
    "brief.end": (
        "End of the game\n"
        "As agreed: when somebody's balance has reached the target and no run is under way ({rules.targets_said:join}), or after "
        "a fixed number of runs, in which no number is start or goal more often than agreed. The highest balance wins; equal "
        "balances share the win.\n"
        "Rulebook, end of the game"
    ),
    "brief.finish": (
        "Finish\n"
        "Ends a game that is stopped early; the highest balance wins.\n"
        "Not in the rulebook: a ruling of this companion"
    ),
    "target-for": "{units:unit|units} with {players:or} players",
}
