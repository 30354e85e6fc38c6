# Two stages: the first builds and has the tools, the second runs and has only what that needs. What is built is the same
# for every processor, so that the first always runs on the builder's own; of the second only Debian's installer runs there.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What `orgconfig --version` says: the build has no history.
ARG ORGCONFIG_COMMIT=
RUN npm run build
RUN npm prune --omit=dev
RUN mkdir /data

FROM node:24-bookworm-slim
# Git sources are read by these programs.
RUN apt-get update && apt-get install -y --no-install-recommends git openssh-client ca-certificates && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
# Within a container the loopback is the container's own.
ENV HOST=0.0.0.0
ENV ORGCONFIG_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build --chown=node:node /data /data
USER node
VOLUME /data
EXPOSE 8080
# Whether the process is up. /readyz also asks for the database, and a restart here would not bring that back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "dist/src/main.js"]
CMD ["serve"]
