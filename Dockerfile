# The image of every node. Its commands are `api`, `worker` and `migrate`. It has no PostgreSQL; set DATABASE_URL.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# As `npm start` does it: the lock file names the packages of one platform only, so `npm ci` would refuse it on another. The compiler
# itself is an optional package of its platform, so nothing is left out here.
RUN npm install --no-save --ignore-scripts
COPY tsconfig.json tsconfig.build.json tsconfig.client.json ./
COPY src src
COPY web web
# The command line's batches use our own client.
COPY client client
RUN npm run build:service
COPY ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE ./
COPY docs docs
COPY data data
COPY examples examples
COPY scripts scripts
RUN npm run build:web && npm run build:guide

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# `--build-arg OMIT=--omit=dev` keeps the optional packages: the browser source's driver, and an embedded PostgreSQL.
ARG OMIT="--omit=dev --omit=optional"
RUN npm install --no-save ${OMIT} --ignore-scripts && npm cache clean --force

FROM node:22-bookworm-slim
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title="Sextant" \
  org.opencontainers.image.description="Self-hosted search-data API" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.base.name="docker.io/library/node:22-bookworm-slim"
ENV NODE_ENV=production MODE=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data API_PROCESSES=1 WORKER_PROCESSES=1
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY sql sql
COPY data data
RUN mkdir /data && chown node:node /data && rm -rf /usr/local/lib/node_modules/npm /opt/yarn* \
  && rm -f /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn /usr/local/bin/yarnpkg /usr/local/bin/corepack
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# For nodes that answer requests; those that only work switch it off. Images in the OCI format have no health check: there, probe /readyz.
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["api"]
