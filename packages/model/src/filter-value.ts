/** The filters of permissions, conditions and saved views. */

export type Scalar = string | number | boolean | null;

export type FilterOperator =
  | "$eq"
  | "$ne"
  | "$gt"
  | "$gte"
  | "$lt"
  | "$lte"
  | "$in"
  | "$notIn"
  | "$between"
  | "$contains"
  | "$startsWith"
  | "$endsWith"
  | "$null"
  | "$has"
  | "$hasAny"
  | "$hasAll";
export type FilterValue = Scalar | Partial<Record<FilterOperator, Scalar | readonly Scalar[]>>;
