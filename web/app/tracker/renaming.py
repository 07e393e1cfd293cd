"""Who rolls goes by the name that the log has for them by now."""

from dataclasses import replace

from app.common.answer import Answer, keep
from app.model import Model


def rename(before: Model, model: Model) -> Answer:
    """Have whoever rolls or tries again do so under the name that the log has for them by now."""
    if model.campaign is before.campaign:
        return model, ()

    def name_now(system: str, who: str) -> str:
        return model.campaign.renamed_since(before.campaign, system, who)

    acting = {system: name_now(system, who) for system, who in model.acting.items()}
    against = {system: name_now(system, who) for system, who in model.against.items()}
    again = model.again
    if again and (tried := model.campaign.ledger.first_events.get(again.line)):
        again = replace(again, who=name_now(tried.event.system, again.who))
    stored = tuple(keep(f"who {system}", who) for system, who in acting.items() if who != model.acting[system])
    return replace(model, acting=acting, against=against, again=again), stored
