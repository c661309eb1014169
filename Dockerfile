# Everything is downloaded and built here. The first start only makes the database, and with the embedded one a copy of its
# binaries on the volume, because the image itself is read-only for the user it runs as.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts \
  # What serves nobody: the browser's sources, the stand-ins for Google and Stripe, tests.
  && rm -rf web sandbox e2e docs && find . -path ./node_modules -prune -o -name '*.test.ts' -exec rm {} +

FROM node:24-bookworm-slim
# The embedded database holds its folder with flock, which util-linux brings.
RUN apt-get update && apt-get install -y --no-install-recommends tini util-linux && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build --chown=root:root /app /app
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# tini passes SIGTERM on and buries the dead; the app drains and exits 0.
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "--no-concurrent-marking", "server/main.ts"]
