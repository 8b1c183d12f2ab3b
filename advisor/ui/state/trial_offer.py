"""What can be run for real here: the file of a model on this computer, and whether anything is there to run it."""

from functools import lru_cache

from advisor.answer.which_model.local_model import catalog_id, quant_id
from advisor.catalog.cards.catalog import Catalog
from advisor.engines.programs import PROGRAMS, find_program
from advisor.engines.trial import SERVERS
from advisor.facts.answers.local_model import LocalModel
from advisor.facts.values.same import Same
from advisor.ui.state.session import Session


def file_to_try(session: Session, model_id: str, quant: str) -> str | None:
    """The file that a model is on this computer, by its id or its path: of that quantization where there is one."""
    catalog = session.asking.catalog
    if catalog is None:
        return None
    known = session.asking.known
    opened = known.files.get(model_id) if known else None
    if opened is not None:
        return opened.path if opened.format == "gguf" else None
    if (named := session.local.at(model_id)) is not None:
        return named.path if _can_be_run(named) else None
    wanted = catalog.quants.find(quant)
    held = _by_model(Same(session.local.models), Same(catalog)).get(model_id, ())
    first = sorted(held, key=lambda one: (quant_id(one, catalog) != wanted, one.size_bytes))
    return first[0].path if first else None


def has_engine(session: Session, path: str) -> bool:
    """Whether there is a program that runs a file, or one that keeps this very file and runs its models itself."""
    folder = session.settings.now.engine_folder
    if any(find_program(name, kept=folder) for name in PROGRAMS):
        return True
    found = session.local.at(path)
    return found is not None and any(holder.program in SERVERS for holder in found.holders)


def _can_be_run(local: LocalModel) -> bool:
    return local.format == "gguf" and local.file is not None


@lru_cache(maxsize=1)
def _by_model(models: Same[tuple[LocalModel, ...]], catalog: Same[Catalog]) -> dict[str, tuple[LocalModel, ...]]:
    """The files that can be run, by the model of the catalog that they are."""
    found: dict[str, tuple[LocalModel, ...]] = {}
    for one in models.one:
        model_id = catalog_id(one, catalog.one) if _can_be_run(one) else None
        if model_id is not None:
            found[model_id] = (*found.get(model_id, ()), one)
    return found
