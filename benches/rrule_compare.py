"""Rules that `print_random_rules` of tests/it/recurrence/oracle.rs printed, expanded by dateutil as well.

RULES=100000 cargo test --test it -- --ignored --nocapture print_random_rules | python benches/rrule_compare.py
"""
import itertools, signal, sys
from dateutil.rrule import rrulestr

PATIENCE = 0.05  # seconds a rule; dateutil walks each period of a rule that never recurs

class TooLong(BaseException):  # which dateutil does not catch
    pass

def too_long(*_):
    raise TooLong

def expand(start, text, found):
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        for at in itertools.islice(rrulestr(f"DTSTART:{start}Z\nRRULE:{text}"), 12):
            found.append(at.strftime("%Y%m%dT%H%M%S"))
    except ValueError as error:
        # “Empty set”, “empty rule”: its ways to say that times and INTERVAL never meet.
        if "empty" not in str(error):
            raise
    signal.setitimer(signal.ITIMER_REAL, 0)

signal.signal(signal.SIGALRM, too_long)
alike = gave_up = 0
others = []
for line in sys.stdin:
    if not line.startswith("rule "):
        continue
    _, start, text, *own = line.split()
    own = own[0].split(",") if own else []
    found, late = [], False
    try:
        expand(start, text, found)
    except TooLong:
        late = True
    if late and found == own[: len(found)]:
        gave_up += 1
    elif found == own:
        alike += 1
    else:
        others.append((start, text, found, own))
for start, text, found, own in others[:20]:
    print(start, text, "\n  dateutil", found, "\n  own     ", own)
print(f"{alike} alike, {len(others)} otherwise, {gave_up} that dateutil did not finish in {PATIENCE} s")
