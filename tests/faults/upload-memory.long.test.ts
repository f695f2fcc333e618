import { testUpload } from "./large-upload.ts";

testUpload("1 GB", 1_000_000_000, 600_000);
