/** A service's answer with this header may be stored by public caches. The gateway removes what belongs to one caller, and the header itself. */
export const PUBLIC_ANSWER_HEADER = "x-cms-public";
