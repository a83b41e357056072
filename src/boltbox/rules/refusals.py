"""Why can an action be refused? Every reason with its code and its English sentence, for all rooms."""

from typing import Final

import msgspec

# Holes in braces are params. The web words the same codes in every language.
SENTENCES: Final[dict[str, str]] = {
    # Any table
    "unknown_action": "This game has no such action: {problem}.",
    "already_decided": "That was decided already; the table has moved on.",
    "not_seated": "You watch this table; only who sits here can act.",
    "not_started": "The game hasn't started yet.",
    "already_started": "The game has started already.",
    "game_over": "The game is over.",
    "not_yours": "Only the table itself does that.",
    "no_such_seat": "This table has no seat {seat}.",
    "not_saved": "That couldn't be saved, so it didn't happen. Please try again.",
    # Lucky Box: choosing boxes
    "choose_first": "Choose your boxes first.",
    "nothing_to_choose": "There are no boxes to choose now.",
    "wrong_count": "Keep exactly {keep}; you chose {given}.",
    "not_offered": "Box {box} isn't among those you can choose from.",
    "chosen_twice": "You named box {box} twice.",
    # Lucky Box: refilling boxes
    "refill_first": "Refill your boxes first.",
    "nothing_to_refill": "There are no boxes to refill now.",
    "not_in_reserve": "Box {box} isn't in your reserve.",
    "too_many_boxes": "That makes {given} boxes in front of you; at most {most} may lie there.",
    "wrong_blind": "You can't take {given} boxes blind.",
    # Lucky Box: answering a draw
    "already_answered": "You've answered this number already; take it back to answer anew.",
    "not_your_box": "Box {box} isn't an unfinished box of yours.",
    "no_such_cell": "A box has cells 0 to 8, not {cell}.",
    "already_crossed": "That {number} is crossed already.",
    "needs_lightning": "That {number} needs bolts: {price}; you have {have}. What came is {drawn}.",
    "say_lightning": "That {number} isn't the {drawn} that came: cross it by lightning, for bolts: {price}.",
    "no_lightning_needed": "That {number} needs no bolt; cross it as drawn.",
    "too_far": "That {number} is {price} steps from the {drawn} that came; bolts reach {most} at most.",
    "needs_question": "You have no question mark to spend.",
    "bonus_first": "A bonus waits: cross by {code} first.",
    "no_such_bonus": "No bonus {code} waits for you.",
    "bonus_differs": "That bonus crosses {code}, not {number}.",
    "must_cross": "You can't pass: one of your boxes has an open {number}.",
    "must_take_bonus": "A bonus must be taken here while it can be.",
    # Lucky Box: taking back and confirming
    "nothing_to_take_back": "There is nothing of yours to take back; what came before this number stays.",
    "no_such_step": "There is no step {to} of yours to go back to; steps that can be taken back: {steps}.",
    "time_ran_out": "Your time ran out; what you did stands.",
    "answer_first": "Answer the number first, then say done.",
    "nothing_to_confirm": "There is nothing to confirm.",
    "already_done": "You've said done already.",
    # Lightning Dice: rolling, keeping, calling
    "count_in": "Wait for the flip: the count-in isn't over.",
    "goal_closed": "Goal {goal} isn't open; roll for the one that is.",
    "still_rolling": "Your dice are still rolling.",
    "all_kept": "You keep all six dice; put one back to roll it.",
    "no_die_rests": "None of your dice lies still, so none can be kept.",
    "not_at_rest": "Die {die} isn't at rest.",
    "kept_twice": "You named die {die} twice.",
    "dice_in_hand": "A die is still in your hand; roll it first.",
    "no_such_call": 'In this game only "Got it!" can be called.',
    "no_such_number": "Players have numbers {least} to {most}, not {given}.",
    "number_without_thunder": 'Only "Thunder!" names a number.',
    "claim_blocked": "Not yet: you called in vain just now.",
    "claim_waits": "Your call is being decided; wait a moment.",
    "called_already": "You've made that call on these dice already; roll again first.",
    # Options and the start
    "unknown_option": "These options can't be read: {problem}.",
    "option_range": "{option} must be {least} to {most}, not {given}.",
    "option_choice": "{option} must be one of {among}, not {given}.",
    "no_goal_chosen": "Choose a goal to practise.",
    "goal_without_practice": "A goal is chosen only to practise it.",
    "wrong_goal": "This goal can't be played: {cause}.",
    "option_length": "{option} must have {least} to {most} values, not {given}.",
    "not_in_rule_set": "{option} is no option of the rule set {rule_set}.",
    "keep_more_than_dealt": "You can't keep {kept} of {dealt} boxes.",
    "wrong_deck": "This deck can't be played: {cause}.",
    "unknown_deck": "There is no deck {deck}.",
    "bad_deck": "Line {line} of the deck: {cause}.",
    "too_few_boxes": "{need} boxes are needed at the start, but the deck has {have}.",
    "wrong_seats": "{game} is for {least} to {most} players, not {given}.",
    # Sitting down, and messages on a line
    "seat_taken": "Seat {seat} is taken.",
    "table_full": "All {most} seats are taken.",
    "nobody_there": "Nobody sits at seat {seat}.",
    "not_your_seat": "Seat {seat} isn't one of yours.",
    "no_guest": "Nobody on your device sits at seat {seat}.",
    "still_here": "Who sits at seat {seat} is here, and can only get up alone.",
    "no_such_bot": "This game has no bot {bot}.",
    "not_host": "Only the host can do that.",
    "not_over": "The game isn't over yet.",
    "wrong_word": "That isn't the word of the seal that you showed.",
    "no_word_awaited": "No word of yours is awaited now.",
    "not_agreed": "Seat {seat} hasn't agreed yet.",
    "set_for_the_game": "{option} can't be changed while a game runs.",
    "no_such_code": "No open table has the code {code}.",
    "paused": "The game is paused.",
    "not_paused": "The game isn't paused.",
    # Talking
    "chat_off": "Chat is switched off at this table.",
    "watching": "You came by the link for watching; only who came by the link to play can talk.",
    "talk_too_fast": "That's a lot at once; wait a moment.",
    "text_empty": "Say something first.",
    "text_long": "At most {most} characters can be said at once; these are {given}.",
    "text_hidden": "What you say can't have invisible or control characters.",
    "bad_message": "This message can't be read: {problem}.",
    "long_message": "A message has at most {most} bytes; this one has {given}.",
    "hello_first": "Say hello first.",
    "too_fast": "More than {most} messages a second are too many; wait a moment, then say it again.",
    "too_many_connections": "Too many connections are open; close one first.",
    "other_protocol": "This page speaks protocol {given}, the server {mine}; please reload the page.",
    "table_failed": "The table made a mistake. It was noted, and nothing changed.",
    # The day's deal
    "tried_today": "You've had today's try; now you can only practise.",
    "try_first": "This is the deal of {day}. Play your own try first, then look how others did.",
    "day_open": "Others still play the deal of {day}; wait until that day is over, by UTC.",
    "no_such_day": "There was no deal on {day}.",
    "set_by_day": "The day's deal is played alone and as it is, so that all have the same.",
    # People and requests over HTTP
    "name_empty": "A name needs at least one letter, digit or sign.",
    "name_long": "A name has at most {most} characters; this one has {given}.",
    "name_hidden": "A name can't have invisible or control characters.",
    "no_such_suit": "There is no colour {suit}; choose 0 to {most}.",
    "nobody": "The server doesn't know you yet: open the home page first.",
    "unknown_game": "There is no game {game}.",
    "no_decks": "{game} is played without a deck.",
    "unknown_preset": "There are no house rules kept as {preset}.",
    "too_many_presets": "You keep {most} house rules already; let go of one first.",
    "unknown_table": "There is no table {table}.",
    "bad_request": "This request can't be read: {problem}.",
    "foreign_origin": "Another site asked for this, so it wasn't done.",
    "not_found": "There is nothing at {path}.",
    "wrong_method": "{path} doesn't do {method}.",
    "too_large": "This request is larger than {most} bytes.",
    "too_many_requests": "That is too often; please try again in {seconds} s.",
    "too_many_tables": "You host {most} tables already; leave one or end it first.",
    "bad_record": "This is no record of a game: line {line}: {cause}.",
    "unknown_record": "There is no record {record}.",
    "too_many_records": "You keep {most} records already; remove one first.",
    "unknown_code": "This code was used, is too old or never was; make a new one on the other device.",
    "not_ready": "The server isn't ready; please try again in a moment.",
    "server_error": "The server made a mistake. It was noted; please try again.",
}


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Is why an action was not done: a code with its params, and the thing that was wrong."""

    code: str
    thing: str  # the field of the action, the option or the noun that was wrong
    params: dict[str, int | str] = {}

    @property
    def sentence(self) -> str:
        """Words the refusal in English."""
        return SENTENCES[self.code].format(**self.params)
