import { expect, test } from "@jest/globals";
import { ALLOWED_MB, growthOfUpload, TELLS_MEMORY } from "./large-upload.ts";

(TELLS_MEMORY ? test : test.skip)(
  `an upload of 256 MB costs the gateway and the asset service together at most ${ALLOWED_MB} MB of memory`,
  async () => {
    const { status, gateway, asset } = await growthOfUpload(256_000_000);

    expect(status).toBe(201);
    expect(gateway + asset).toBeLessThanOrEqual(ALLOWED_MB);
  },
  180_000,
);
