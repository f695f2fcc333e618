/** Owners of a record (creator and last editor): the parts that a reader may see, and the ids that conditions may contain. */
import { invalid } from "@colophon/model/errors";
import { isAdminPrincipal, isVisible, ownerOf, ruleFor } from "../../permissions/permissions.ts";
import { entityOf } from "../../entities.ts";
import type { Principal, Schema } from "../../types.ts";
import type { NamedOwner, Reader, RowFilter } from "../filter/contract.ts";
import { rowFilterOf } from "../filter/plan.ts";
import { createPlan, type PlanOf } from "../plan.ts";

/** The parts of owners that a reader may see, in addition to their type. */
export interface OwnerVisibility {
  /** The users that the reader may read; null for none. */
  readonly users: RowFilter | null;
  /** Whether the reader may read their names. */
  readonly names: boolean;
  /** Whether API keys are shown. */
  readonly keys: boolean;
}

/** Returns the ids that are not users that the reader may read, as rows of `id`. */
export interface HiddenOwnersPlan extends PlanOf<"hiddenOwners"> {
  readonly users: RowFilter | null;
}

export function ownerVisibilityOf({ schema, principal }: Pick<Reader, "schema" | "principal">): OwnerVisibility {
  const user = entityOf(schema, "_user");
  const rule = ruleFor(schema, principal, user.name, "read");
  const name = user.byName.get("name");
  return {
    users: rule && rowFilterOf(schema, principal, user, rule),
    names: rule !== null && name !== undefined && isVisible(principal, rule, name),
    keys: isAdminPrincipal(schema, principal),
  };
}

/**
 * Finds the owners in a list's conditions that the principal may not name: everybody except itself and users that it may read. Null if there is
 * nothing to check.
 */
export function planHiddenOwners(schema: Schema, principal: Principal, named: readonly NamedOwner[]): HiddenOwnersPlan | null {
  const own = ownerOf(principal)?.id;
  const ids = isAdminPrincipal(schema, principal) ? [] : named.map(({ id }) => id).filter((id) => id !== own);
  if (ids.length === 0) return null;
  return createPlan<HiddenOwnersPlan>(
    { kind: "hiddenOwners", users: ownerVisibilityOf({ schema, principal }).users },
    { ids: [...new Set(ids)] },
  );
}

/** @throws VALIDATION_ERROR with each condition that names one of them */
export function refuseHiddenOwners(named: readonly NamedOwner[], hiddenOwners: readonly { readonly id: string }[]): void {
  const unknown = new Set(hiddenOwners.map(({ id }) => id));
  const places = new Set(named.filter(({ id }) => unknown.has(id)).map(({ at }) => at));
  if (places.size > 0)
    throw invalid(
      [...places].map((field) => ({ field, message: "must be your own id, or the id of a user that you may read" })),
      "The query is not valid",
    );
}
