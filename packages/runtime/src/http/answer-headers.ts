/** A service's answer with this header may be stored by public caches. The gateway removes what belongs to one caller, and the header itself. */
export const PUBLIC_ANSWER_HEADER = "x-cms-public";

/** The header of an event stream with the key of its audience: streams with the same key have the same events. The gateway removes it. */
export const AUDIENCE_HEADER = "x-cms-audience";
