import { API_URL } from "../../api/api-url.ts";
import type { AnyRecord } from "../../api/client.ts";

/** Uploads a file and reports its progress, which `fetch` can't do. @throws Error with the service's message */
export function uploadFile(file: File, onProgress: (share: number) => void): Promise<AnyRecord> {
  const form = new FormData();
  form.append("file", file, file.name);
  const request = new XMLHttpRequest();
  request.open("POST", `${API_URL}/api/assets/upload`);
  request.withCredentials = true;
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  return new Promise((resolve, reject) => {
    request.addEventListener("load", () => {
      const body = request.response as { readonly data?: AnyRecord; readonly error?: { readonly message?: string } } | null;
      if (body?.data) resolve(body.data);
      else reject(new Error(body?.error?.message ?? String(request.status)));
    });
    request.addEventListener("error", () => reject(new TypeError("unreachable")));
    request.send(form);
  });
}
