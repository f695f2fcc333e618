/** The process's variable with the places of its services, as JSON. */
export const PLACES_VARIABLE = "COLOPHON_SERVICES";

/** By service: its own variables, its socket, and its round in a stop. */
export type Places = Readonly<
  Record<string, { readonly variables: Readonly<Record<string, string>>; readonly stopRound: number; readonly socket?: string }>
>;
