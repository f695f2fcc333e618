/** The filters of permissions, conditions and saved views. */
import type { FilterOperator } from "./operators.ts";

export type Scalar = string | number | boolean | null;

export type FilterValue = Scalar | Partial<Record<FilterOperator, Scalar | readonly Scalar[]>>;
