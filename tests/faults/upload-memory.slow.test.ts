import { testUpload } from "./large-upload.ts";

testUpload("256 MB", 256_000_000, 600_000);
