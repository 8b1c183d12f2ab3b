"""Connects page Rigs with the rigs behind it and the question of the session; it is made when it is first needed."""

from collections.abc import Callable, Sequence
from pathlib import Path

from advisor.present.rank.fleet_rows import USUAL_NETWORK, FleetRow
from advisor.present.words.words import say
from advisor.ui.rigs.page_rigs import RigsPage
from advisor.ui.rigs.rig_group import GroupAsked, RigGroup
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.wiring import connect_picker, while_open

PAGE = "rigs"


def add_rigs(window: MainWindow, session: Session) -> Callable[[Sequence[Path]], None]:
    """Put the page at the end of the list; what is returned shows rigs on it."""
    page, group = RigsPage(), RigGroup(window, session.command)
    network = [USUAL_NETWORK]

    def ask(*_: object) -> None:
        catalog, knobs = session.asking.catalog, session.asking.knobs
        if catalog is None or knobs is None:
            return
        model = catalog.models.get(knobs.model_id) or catalog.other_models.get(knobs.model_id)
        if model is None:
            page.show_trouble(say("Pick a listed model: an opened file is asked about on one rig."))
            return
        workload = next((one.text for one in knobs.workloads if one.id == knobs.workload_id), knobs.workload_id)
        joins = network[0] if knobs.workload_id in catalog.workloads else ""
        money = session.settings.now.money
        group.ask(GroupAsked(knobs.workload_id, workload, model.name, None, joins, money), catalog)

    def turn(knob: str, choice: str) -> None:
        session.asking.turn(knob, choice)
        session.asking.answer()

    def choose_network(chosen: str) -> None:
        network[0] = chosen
        ask()

    def open_rig(row: FleetRow) -> None:
        if not row.path:
            session.said.emit(say("A shared result cannot be viewed as a rig."))
            return
        session.files.open((Path(row.path),))
        window.open_page("my_rig")

    def show(paths: Sequence[Path]) -> None:
        session.said.emit("")
        group.open(paths)
        ask()
        window.open_page(PAGE)

    page.turned.connect(turn)
    page.network_chosen.connect(choose_network)
    page.opened.connect(open_rig)
    connect_picker(page.bar, window, session)
    while_open(window, PAGE, session.asking.knobs_changed, page.show_knobs)
    if session.asking.knobs is not None:
        page.show_knobs(session.asking.knobs)
    session.asking.knobs_changed.connect(ask)
    session.settings.changed.connect(ask)
    group.begun.connect(page.show_waiting)
    group.changed.connect(page.show_view)
    group.advised.connect(page.show_buying)
    group.failed.connect(page.show_trouble)
    window.page_opened.connect(lambda name: group.show(name == PAGE))
    window.closed.connect(group.stop)
    window.add_page(PAGE, say("Rigs"), page)
    return show
