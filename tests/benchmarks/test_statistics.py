"""Rates and their Wilson intervals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.statistics import quantile, rate


def test_a_known_interval() -> None:
    # Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662 by the score method without continuity correction.
    share = rate(81, 263)
    assert share.value == pytest.approx(0.3080, abs=5e-5)
    assert share.low == pytest.approx(0.2553, abs=5e-5)
    assert share.high == pytest.approx(0.3662, abs=5e-5)


def test_nothing_to_count_has_no_value() -> None:
    assert rate(0, 0).value is None
    assert str(rate(0, 0)) == "n/a (0 of 0)"


def test_more_than_all_is_refused() -> None:
    with pytest.raises(ValueError, match="no share"):
        rate(3, 2)


@given(st.integers(0, 500), st.integers(1, 500))
def test_the_interval_holds_the_share_and_stays_within_zero_and_one(count: int, more: int) -> None:
    share = rate(count, count + more)
    assert share.low is not None and share.high is not None and share.value is not None
    assert 0 <= share.low <= share.value + 1e-12 and share.value - 1e-12 <= share.high <= 1


def test_quantiles() -> None:
    assert quantile([], 0.5) is None
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile([0, 10], 0.95) == pytest.approx(9.5)
