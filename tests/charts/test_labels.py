from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from advisor.charts.labels import best_place, inside, is_beyond, stagger


def test_the_first_free_place_is_taken() -> None:
    area = QRectF(0, 0, 100, 100)
    taken = [QRectF(0, 0, 50, 50)]
    places = [QRectF(10, 10, 20, 10), QRectF(60, 60, 20, 10), QRectF(70, 10, 20, 10)]
    assert best_place(places, taken=taken, points=[], area=area) == places[1]
    assert best_place(places, taken=taken, points=[(65.0, 65.0)], area=area) == places[2]


def test_a_label_with_another_line_before_its_own_is_beyond() -> None:
    place = QRectF(0, 10, 40, 10)
    assert is_beyond(place, 40.0, [30.0])
    assert not is_beyond(place, 40.0, [50.0, 5.0])
    assert is_beyond(place, 2.0, [9.0])


def test_a_place_beyond_the_edge_is_pushed_inside() -> None:
    assert inside(QRectF(95, -5, 20, 10), QRectF(0, 0, 100, 100)) == QRectF(80, 0, 20, 10)


@pytest.mark.parametrize("centers", [(10, 12, 14), (95, 97, 99), (5, 50, 95)])
def test_labels_under_a_bar_never_touch(centers: tuple[int, ...]) -> None:
    widths = [30.0, 30.0, 30.0]
    places = stagger(centers, widths, total_width=100, gap=4)
    for (first, second), (width, _) in zip(combinations(places, 2), combinations(widths, 2), strict=True):
        assert first[0] != second[0] or abs(first[1] - second[1]) >= width
    assert all(0 <= left <= 70 for _, left in places)


def test_labels_of_narrow_parts_share_a_row_in_their_order() -> None:
    places = stagger((5, 15, 25, 120), (60.0, 30.0, 50.0, 40.0), total_width=240, gap=14)
    assert places == [(0, 0.0), (0, 74.0), (1, 0.0), (0, 118.0)]


def test_a_text_that_is_to_stay_near_covers_rather_a_bit_of_a_line_than_stands_far_away() -> None:
    area = QRectF(0, 0, 100, 100)
    places = [QRectF(10, 10 * step, 20, 10) for step in range(9)]
    line = [(15.0, 10.0 * step + 5) for step in range(8)]
    assert best_place(places, taken=[], points=line, area=area) == places[8]
    assert best_place(places, taken=[], points=line, area=area, step_cost=1.0) == places[0]
