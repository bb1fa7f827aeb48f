"""What a slow machine leaves out of `make test`: cases of large families, never a whole one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.thinning import MIDDLING, QUICK, SMALL, left_out, step_for, work

NAMES = st.lists(
    st.builds(
        "{}::{}{}".format,
        st.sampled_from(["a.py", "b.py"]),
        st.sampled_from(["test_x", "test_y"]),
        st.one_of(st.just(""), st.integers(0, 40).map("[{}]".format)),
    ),
    unique=True,
    max_size=60,
)


def family(name: str) -> str:
    return name.partition("[")[0]


@given(names=NAMES, step=st.integers(1, 4))
def test_every_test_keeps_its_first_case_and_small_families_all(
    names: list[str], step: int
) -> None:
    out = left_out(names, step)
    kept = [name for name in names if name not in out]
    assert {family(name) for name in kept} == {family(name) for name in names}
    for name in {family(one) for one in names}:
        cases = [one for one in names if family(one) == name]
        left = [one for one in kept if family(one) == name]
        assert left[0] == cases[0]
        assert len(left) == (len(cases) if len(cases) <= SMALL else -(-len(cases) // step))


@given(names=NAMES, step=st.integers(1, 4))
def test_what_another_run_runs_too_is_thinned_as_a_whole(names: list[str], step: int) -> None:
    out = left_out(names, step, elsewhere=("a.py",))
    again = [name for name in names if name.startswith("a.py")]
    assert [name for name in again if name not in out] == again[::step]
    others = [name for name in names if not name.startswith("a.py")]
    assert {name for name in out if name in others} == left_out(others, step)


def test_nothing_is_left_out_on_a_quick_machine() -> None:
    assert step_for(QUICK) == 1
    assert left_out([f"a.py::test_x[{n}]" for n in range(50)], step_for(QUICK)) == set()
    assert step_for(MIDDLING) == 2
    assert step_for(MIDDLING * 1.01) == 3
    assert work() > 0.0
