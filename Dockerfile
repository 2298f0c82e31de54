# The application alone: its database is PostgreSQL (compose.yaml). docs/OPERATIONS.md says what of this was run.
FROM node:24-bookworm-slim AS build
WORKDIR /vigie
COPY package.json package-lock.json ./
# Not `npm ci`: it refuses a lockfile made where a registry lacks other platforms' optional packages.
RUN npm install --no-save --include=dev --include=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN node_modules/.bin/vite build --config app/vite.config.ts \
  && npm install --no-save --omit=dev --include=optional --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
WORKDIR /vigie
RUN mkdir /data && chown node:node /data
COPY --from=build /vigie/package.json /vigie/package-lock.json ./
COPY --from=build /vigie/node_modules node_modules
COPY --from=build /vigie/core core
COPY --from=build /vigie/db db
COPY --from=build /vigie/demo demo
COPY --from=build /vigie/server server
COPY --from=build /vigie/dist dist
USER node
VOLUME /data
EXPOSE 3000
# Running calls have 20 s to finish after SIGTERM: stop with a longer grace.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
