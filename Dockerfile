# The server: REST, MCP and a page to try it. `docker build -t mneme . && docker run -p 4488:4488 -v mneme:/data mneme`
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build && npm pack --ignore-scripts --pack-destination /

FROM node:24-slim
COPY --from=build /mneme-*.tgz /
RUN npm install --global --no-audit --no-fund /mneme-*.tgz && rm /mneme-*.tgz
RUN mkdir /data && chown node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4488
# The C library keeps what each of its arenas had once, and gives every thread one: two take a third less after heavy work.
ENV MALLOC_ARENA_MAX=2
# Elsewhere than on its own machine it lets nobody in without a key: `docker run --rm -v mneme:/data mneme mneme keys create NAME --banks default --file /data/memory.mneme` first.
CMD ["mneme", "serve", "--host", "0.0.0.0", "--file", "/data/memory.mneme"]
