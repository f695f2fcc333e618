# One recipe, one target a process: gateway, content, auth, asset, search, asset-worker, email-worker, webhook-worker, migrate,
# and mail-catcher for development. All have the compiled code of the package `colophon`, in a layer that they share. The target `base`
# is what a project's own image is made from: every process in one image.
ARG NODE_IMAGE=node:24-bookworm-slim

# What each package needs, without the packages themselves: only when such a list changes is anything installed anew.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name pnpm-lock.yaml ! -name pnpm-workspace.yaml -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS pnpm
WORKDIR /app
RUN --mount=type=cache,target=/root/.npm npm install --global --no-audit --no-fund pnpm@12.21.0
# With more downloads at once, some wait until the registry gives them up after a minute.
ENV pnpm_config_store_dir=/pnpm-store pnpm_config_network_concurrency=8 pnpm_config_update_notifier=false
COPY --from=manifests /app .

# Everything that any process needs, and what builds it, is downloaded here, once, into a store that outlives the build.
FROM pnpm AS tools
RUN --mount=type=cache,target=/pnpm-store --mount=type=cache,target=/root/.cache/pnpm pnpm install --frozen-lockfile --ignore-scripts --filter "./gateway..." --filter "./services/*..." --filter "./packages/colophon..." --filter "./packages/admin..." --filter "@colophon/scripts..." --filter "./tests/mail-catcher"

# The Prisma client is made with the tools that no running process needs.
FROM tools AS prisma-client
COPY scripts/generate.ts scripts/
COPY packages/database packages/database
RUN node scripts/generate.ts

# The admin page is files alone: what it is built with stays here.
FROM tools AS admin-page
COPY scripts/build-admin.ts scripts/
COPY packages packages
COPY tsconfig.json .
# A pattern, as a project may have no parts of its own.
COPY admi[n] admin/
RUN node scripts/build-admin.ts

# The package `colophon`: programs that are bundled with all packages but sharp.
FROM tools AS package
COPY packages packages
COPY --from=prisma-client /app/packages/database/generated packages/database/generated
COPY --from=admin-page /app/packages/admin/dist packages/admin/dist
COPY services services
COPY gateway gateway
COPY scripts scripts
COPY *.json LICENSE ./
RUN node -e 'import("/app/scripts/pack/packages.ts").then(({ buildColophon }) => buildColophon("/package", { isDeclared: false }))' \
    && mkdir /package/app/scripts \
    && sed 's/credentials\.ts/credentials.js/' scripts/make-secrets.mjs > /package/app/scripts/make-secrets.mjs

# sharp, whose binaries are those of this platform.
FROM tools AS sharp
RUN mkdir /sharp && cp -RL node_modules/.pnpm/sharp@*/node_modules/. /sharp

FROM tools AS mail-catcher-program
COPY scripts scripts
COPY packages packages
COPY tests/mail-catcher tests/mail-catcher
RUN node -e 'import("/app/scripts/pack/bundle.ts").then(({ bundle }) => bundle({ entries: ["tests/mail-catcher/src/main.ts"], external: [], into: "/program" }))' \
    && echo '{ "type": "module" }' > /program/package.json

# What every process has: the project in /app/project, no root, a port of its own, a check of its health, a graceful stop.
FROM ${NODE_IMAGE} AS process
WORKDIR /app
# /data is for storage on disk: mount a volume there that asset and asset-worker share, or set STORAGE_ADAPTER=s3.
ENV NODE_ENV=production PORT=8080 HOST=0.0.0.0 CMS_CONFIG=/app/project/cms.config.ts CMS_DATA_DIR=/data NODE_COMPILE_CACHE=/app/.compiled
RUN install --directory --owner=node --group=node /data /app/.compiled
EXPOSE 8080
STOPSIGNAL SIGTERM
# With bash: Node would take ten times the processor time, and a dozen processes that start together are each checked every two seconds.
HEALTHCHECK --interval=30s --timeout=30s --start-period=900s --start-interval=2s --retries=5 \
    CMD ["bash", "-c", "ask() { exec 3<>/dev/tcp/127.0.0.1/$1 && printf 'GET /readyz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r _ status _ <&3; } 2>/dev/null; ask ${OPS_PORT:-$PORT} || ask $PORT; [ \"$status\" = 200 ]"]

# The code of all processes. Those that read and make images have sharp, too.
FROM process AS code
COPY --from=package /package/app .
COPY cms.config.ts project/
RUN printf '#!/bin/sh\nexec node /app/packages/colophon/src/cli/main.js "$@"\n' > /usr/local/bin/cms && chmod 755 /usr/local/bin/cms

# Each is started once while it is built. Without its settings it ends with a sentence, after Node has read all of its code:
# what Node compiled stays in the image, and the next start needs a third less of the CPU.
FROM code AS gateway
ENV OPS_PORT=9090
EXPOSE 9090
USER node
RUN node gateway/src/main.js 2>&1 | grep " is not set"
CMD ["node", "gateway/src/main.js"]

FROM code AS content
USER node
RUN node services/content/src/main.js 2>&1 | grep " is not set"
CMD ["node", "services/content/src/main.js"]

FROM code AS webhook-worker
USER node
RUN node services/content/src/worker.js 2>&1 | grep " is not set"
CMD ["node", "services/content/src/worker.js"]

FROM code AS migrate
HEALTHCHECK NONE
USER node
RUN node services/content/src/migrate.js 2>&1 | grep " is not set"
CMD ["node", "services/content/src/migrate.js"]

FROM code AS auth
USER node
RUN node services/auth/src/main.js 2>&1 | grep " is not set"
CMD ["node", "services/auth/src/main.js"]

FROM code AS email-worker
# A pattern, as a project may have no templates of its own.
COPY mai[l] project/mail/
USER node
RUN node services/auth/src/worker.js 2>&1 | grep " is not set"
CMD ["node", "services/auth/src/worker.js"]

FROM code AS search
USER node
RUN node services/search/src/main.js 2>&1 | grep " is not set"
CMD ["node", "services/search/src/main.js"]

FROM code AS code-with-sharp
COPY --from=sharp /sharp node_modules

FROM code-with-sharp AS asset
USER node
RUN node services/asset/src/main.js 2>&1 | grep " is not set"
CMD ["node", "services/asset/src/main.js"]

FROM code-with-sharp AS asset-worker
USER node
RUN node services/asset/src/worker.js 2>&1 | grep " is not set"
CMD ["node", "services/asset/src/worker.js"]

# Every process by its name, `colophon start` for all of them in one container, `cms` and `make-secrets`. A project's own image has its
# folder in /app/project, where this one has none.
FROM process AS base
COPY --from=package /package/app .
COPY --from=sharp /sharp node_modules
# Those that are not the gateway don't listen there; its health is asked there.
ENV OPS_PORT=9090
EXPOSE 9090
RUN named() { printf '#!/bin/sh\nexec node /app/%s "$@"\n' "$2" > "/usr/local/bin/$1" && chmod 755 "/usr/local/bin/$1"; } \
    && named gateway gateway/src/main.js \
    && named content services/content/src/main.js \
    && named migrate services/content/src/migrate.js \
    && named auth services/auth/src/main.js \
    && named email-worker services/auth/src/worker.js \
    && named asset services/asset/src/main.js \
    && named asset-worker services/asset/src/worker.js \
    && named webhook-worker services/content/src/worker.js \
    && named search services/search/src/main.js \
    && named cms packages/colophon/src/cli/main.js \
    && named colophon packages/colophon/bin/colophon.cjs \
    && named make-secrets scripts/make-secrets.mjs \
    && install --directory --owner=node --group=node /app/project
WORKDIR /app/project
USER node
RUN for process in gateway content migrate auth email-worker asset asset-worker webhook-worker search; do "$process" 2>&1 | grep " is not set" || exit 1; done \
    && colophon --help > /dev/null
CMD ["colophon", "start"]

FROM process AS mail-catcher
COPY --from=mail-catcher-program /program .
USER node
CMD ["node", "tests/mail-catcher/src/main.js"]
