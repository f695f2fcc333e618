import { expect, test } from "@jest/globals";
import { acceptedRow } from "../src/index.ts";

test("the error of a write has details only if its row has some", () => {
  const refusal = (details?: string | null) => {
    try {
      return acceptedRow({ outcome: "taken", ...(details !== undefined && { details }) });
    } catch (error) {
      return error;
    }
  };

  expect(refusal('[{"field":"slug","message":"is taken"}]')).toMatchObject({
    status: 409,
    details: [{ field: "slug", message: "is taken" }],
  });
  expect([refusal(null), refusal()]).toEqual([
    expect.objectContaining({ status: 409, details: undefined }),
    expect.objectContaining({ status: 409, details: undefined }),
  ]);
});
