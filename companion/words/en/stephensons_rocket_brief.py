"""The rules of Stephenson's Rocket in brief: a title, what is so, and where the rulebook says it."""

SENTENCES = {
    "brief.turn": (
        "A turn\n"
        "Clockwise; each turn has {rules.turn.actions:action|actions}, the same or different. "
        "No locomotive moves again in the same turn.\n"
        "Rulebook, course of the game"
    ),
    "brief.extend": (
        "Extend a line\n"
        "Move a locomotive to a space beside it that is free or has a station; after its first move only straight on "
        "or in a gentle curve. Take a share of its line at once, unless the pile is empty or the line isolated. "
        "A track tile goes on the space it left, but none on a start town. "
        "A station on the new space joins the line; another player's gives the mover a passenger, while there are any.\n"
        "Rulebook, actions C; passengers"
    ),
    "brief.veto": (
        "Veto\n"
        "Whoever holds shares of the line may object to the move; then bids go once round from the mover's left, each higher "
        "than the last, and the mover, who bids last, need only equal. Each bidder may set the locomotive elsewhere. "
        "The last bid stands and its shares are given back; all others keep theirs. "
        "After bids the mover gets a passenger only where the mover's own bid was the last.\n"
        "Rulebook, veto round; passengers"
    ),
    "brief.metropolis": (
        "A line reaches a metropolis\n"
        "When a line comes beside a metropolis that it had not reached, {rules.payouts.metropolis_first:money} go to whoever has most tokens "
        "of that metropolis, {rules.payouts.metropolis_second:money} to the second.\n"
        "Rulebook, scoring 1"
    ),
    "brief.railway-town": (
        "A line reaches a railway town\n"
        "When a line comes beside a railway town that it had not reached, whoever has most stations on that line gets "
        "{rules.payouts.per_town:money} for each town that it has reached by now; half of that goes to the "
        "second. Start towns count as towns, but bring no payout of their own.\n"
        "Rulebook, scoring 2"
    ),
    "brief.merger": (
        "Lines merge\n"
        "A locomotive that comes beside another line ends its own. Whoever has most shares of the line that ends gets "
        "{rules.payouts.per_town:money} for each of its towns, half of that goes to the second. "
        "Then every {rules.exchange.old_shares:share|shares} of it are given up for a share of the other line, what is left over "
        "is lost; supplementary shares stand in where the pile is empty. Its towns and stations join the other line and "
        "pay nothing for that. No locomotive may stop beside several other lines.\n"
        "Rulebook, scoring 3"
    ),
    "brief.ties": (
        "Ties\n"
        "Several first: the money of the first and second place is added and shared. Several second: they share the second "
        "money. Nobody second: it is not paid. Each part is rounded down to {rules.money.unit:money}; who has none has no place.\n"
        "Rulebook, scoring, last part"
    ),
    "brief.take-token": (
        "Take a token\n"
        "Take a token from any metropolis that still has some; at first {rules.pieces.tokens_per_metropolis} lie on each. "
        "It counts for that metropolis when a line reaches it, and for its kind at the end.\n"
        "Rulebook, actions A"
    ),
    "brief.place-station": (
        "Place a station\n"
        "Put a station from your supply of {rules.pieces.stations} on a free space: not on a town or on track, and not beside a "
        "locomotive or another station. It belongs to no line until a locomotive moves onto it.\n"
        "Rulebook, actions B"
    ),
    "brief.move-station": (
        "Move a station\n"
        "Take a station of yours off the board and set it elsewhere, by the rules for placing. It may leave a line, and belongs to "
        "none until a locomotive moves onto it.\n"
        "Rulebook, actions B"
    ),
    "brief.pass": (
        "Pass\n"
        "Uses up an action and does nothing, for a player who cannot act.\n"
        "Not in the rulebook: a ruling of this companion"
    ),
    "brief.isolate": (
        "A line is isolated\n"
        "The table says so when a locomotive can reach neither a new town nor another line; it costs no action. What is left "
        "of its pile leaves the game, players keep their shares. It may still move, but brings no share; it counts at the "
        "end, and other lines may still merge into it.\n"
        "Rulebook, isolated lines"
    ),
    "brief.end": (
        "End of the game\n"
        "It ends behind an action and its payouts, when shares are left in the pile of {rules.end.lines_with_shares:line|lines} "
        "at most, or when all {rules.pieces.tiles} track tiles are laid.\n"
        "Rulebook, end of the game"
    ),
    "brief.final": (
        "Final scoring\n"
        "Tokens of metropolises that no line has reached are given back. For each kind of token, and for passengers, "
        "{rules.payouts.tokens_first:money} go to whoever has most, {rules.payouts.tokens_second:money} to the second. "
        "Each line that is left pays {rules.payouts.per_town:money} for each of its towns to whoever has most stations on it, "
        "half of that to the second; and the same again for its shares. Most money wins; equal money is a shared win.\n"
        "Rulebook, final scoring"
    ),
    "brief.finish": (
        "Finish\n"
        "Ends the game now, with the final scoring: where the end was reached on the table, or the game is stopped early.\n"
        "Not in the rulebook: a ruling of this companion"
    ),
}
