# One recipe, one target a process: gateway, content, auth, asset, search, asset-worker, email-worker, migrate,
# and mail-catcher for development. Node runs the TypeScript sources as they are.
ARG NODE_IMAGE=node:24-bookworm-slim

# Everything that any process needs is downloaded here, once, into a store that outlives the build.
FROM ${NODE_IMAGE} AS store
WORKDIR /app
RUN --mount=type=cache,target=/root/.npm npm install --global --no-audit --no-fund pnpm@12.21.0
# With more downloads at once, some wait until the registry gives them up after a minute.
ENV pnpm_config_store_dir=/pnpm-store pnpm_config_network_concurrency=8 pnpm_config_update_notifier=false
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY gateway/package.json gateway/
COPY services/asset/package.json services/asset/
COPY services/auth/package.json services/auth/
COPY services/content/package.json services/content/
COPY services/search/package.json services/search/
COPY packages/config/package.json packages/config/
COPY packages/database/package.json packages/database/
COPY packages/engine/package.json packages/engine/
COPY packages/errors/package.json packages/errors/
COPY packages/jobs/package.json packages/jobs/
COPY packages/mail-catcher/package.json packages/mail-catcher/
COPY packages/runtime/package.json packages/runtime/
RUN --mount=type=cache,target=/pnpm-store pnpm install --frozen-lockfile --ignore-scripts --filter "./gateway..." --filter "./services/*..." --filter "./packages/mail-catcher" \
    && rm -rf node_modules gateway/node_modules services/*/node_modules packages/*/node_modules

# The Prisma client is made with the tools that no running process needs.
FROM store AS prisma-client
RUN --mount=type=cache,target=/pnpm-store pnpm install --frozen-lockfile --ignore-scripts --prefer-offline --filter "@colophon/database..."
COPY scripts/generate.ts scripts/
COPY packages/database packages/database
RUN node scripts/generate.ts

# What runs, without what only builds it; and the images have a Node of their own.
FROM store AS gateway-modules
RUN --mount=type=cache,target=/pnpm-store pnpm install --frozen-lockfile --ignore-scripts --prefer-offline --prod --filter "@colophon/gateway..." \
    && rm -rf node_modules/node-linux-* node_modules/.pnpm/node-linux-*
FROM store AS content-modules
RUN --mount=type=cache,target=/pnpm-store pnpm install --frozen-lockfile --ignore-scripts --prefer-offline --prod --filter "@colophon/content..." \
    && rm -rf node_modules/node-linux-* node_modules/.pnpm/node-linux-*
FROM store AS auth-modules
RUN --mount=type=cache,target=/pnpm-store pnpm install --frozen-lockfile --ignore-scripts --prefer-offline --prod --filter "@colophon/auth..." \
    && rm -rf node_modules/node-linux-* node_modules/.pnpm/node-linux-*
FROM store AS asset-modules
RUN --mount=type=cache,target=/pnpm-store pnpm install --frozen-lockfile --ignore-scripts --prefer-offline --prod --filter "@colophon/asset..." \
    && rm -rf node_modules/node-linux-* node_modules/.pnpm/node-linux-*
FROM store AS search-modules
RUN --mount=type=cache,target=/pnpm-store pnpm install --frozen-lockfile --ignore-scripts --prefer-offline --prod --filter "@colophon/search..." \
    && rm -rf node_modules/node-linux-* node_modules/.pnpm/node-linux-*
FROM store AS mail-catcher-modules
RUN --mount=type=cache,target=/pnpm-store pnpm install --frozen-lockfile --ignore-scripts --prefer-offline --prod --filter "@colophon/mail-catcher..." \
    && rm -rf node_modules/node-linux-* node_modules/.pnpm/node-linux-*

# What every process has: no root, a port of its own, a check of its health, a graceful stop.
FROM ${NODE_IMAGE} AS process
WORKDIR /app
# /data is for storage on disk: mount a volume there that asset and asset-worker share, or set STORAGE_ADAPTER=s3.
ENV NODE_ENV=production PORT=8080 HOST=0.0.0.0 CMS_CONFIG=/app/cms.config.ts CMS_DATA_DIR=/data
RUN install --directory --owner=node --group=node /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --start-interval=2s --retries=6 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

FROM process AS gateway
COPY --from=gateway-modules /app .
COPY packages packages
COPY gateway gateway
COPY cms.config.ts .
ENV OPS_PORT=9090
EXPOSE 9090
USER node
CMD ["node", "gateway/src/main.ts"]

FROM process AS content
COPY --from=content-modules /app .
COPY packages packages
COPY --from=prisma-client /app/packages/database/generated packages/database/generated
COPY services/content services/content
COPY cms.config.ts .
USER node
CMD ["node", "services/content/src/main.ts"]

FROM content AS migrate
HEALTHCHECK NONE
CMD ["node", "services/content/src/migrate.ts"]

FROM process AS auth
COPY --from=auth-modules /app .
COPY packages packages
COPY --from=prisma-client /app/packages/database/generated packages/database/generated
COPY services/auth services/auth
COPY cms.config.ts .
USER node
CMD ["node", "services/auth/src/main.ts"]

FROM auth AS email-worker
CMD ["node", "services/auth/src/worker.ts"]

FROM process AS asset
COPY --from=asset-modules /app .
COPY packages packages
COPY --from=prisma-client /app/packages/database/generated packages/database/generated
COPY services/asset services/asset
COPY cms.config.ts .
USER node
CMD ["node", "services/asset/src/main.ts"]

FROM asset AS asset-worker
CMD ["node", "services/asset/src/worker.ts"]

FROM process AS search
COPY --from=search-modules /app .
COPY packages packages
COPY --from=prisma-client /app/packages/database/generated packages/database/generated
COPY services/search services/search
COPY cms.config.ts .
USER node
CMD ["node", "services/search/src/main.ts"]

FROM process AS mail-catcher
COPY --from=mail-catcher-modules /app .
COPY packages/mail-catcher packages/mail-catcher
USER node
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --start-interval=2s --retries=6 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:8080').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/mail-catcher/src/main.ts"]
