import { phrases, wordList } from './word-list.js';

/** Products, technologies, games and services in their own casing. */
const PRODUCTS_AS_WRITTEN = phrases(`
  iPhone, iPad, iPod, iMac, iOS, iPadOS, macOS, MacBook, MacBook Pro, MacBook Air, Apple Watch, AirPods, Apple TV, Siri, Alexa
  Kindle, Fire TV, Echo Dot, Chromebook, ChromeOS, Chromecast, Android, Pixel 8, Galaxy S23, Galaxy Watch, Windows, Windows 11
  Xbox, Xbox Series X, PlayStation, PlayStation 5, PS4, PS5, Nintendo Switch, Wii, Game Boy, Steam Deck, Oculus, Fitbit, Garmin, GoPro
  Roomba, Raspberry Pi, Arduino, GeForce, RTX 4090, ThinkPad, Model 3, Model Y, Cybertruck, Prius, Corolla, Civic, Mustang, Camry
  Ford Mustang, Honda Civic, Toyota Prius, Vespa, Harley-Davidson, Tesla Model 3, Jeep, Instant Pot, Peloton, Tupperware, Nutella, Oreo
  Gmail, Google Maps, Google Docs, Google Drive, Google Sheets, Google Calendar, Google Cloud, YouTube, YouTube Music, Instagram, TikTok
  WhatsApp, Messenger, Telegram, Signal, Discord, Slack, Zoom, Skype, Microsoft Teams, FaceTime, iMessage, Outlook, Excel
  PowerPoint, Microsoft Word, OneDrive, OneNote, SharePoint, Office 365, Notion, Evernote, Obsidian, Todoist, Trello, Asana, Jira
  Confluence, Linear, Figma, Photoshop, Lightroom, Illustrator, InDesign, Premiere Pro, Blender, Canva, AutoCAD, Duolingo
  Audible, Goodreads, Strava, Headspace, Tinder, Bumble, Venmo, Apple Pay, Google Pay, Twitch, Reddit, Tumblr, Patreon, Substack, Medium
  Hulu, Disney Plus, Prime Video, Apple Music, SoundCloud, Bandcamp, Shazam, GarageBand, Ableton, Ableton Live, Logic Pro, ChatGPT, GPT-4
  GPT-3, GPT-4o, GPT-5, Claude, Gemini, Copilot, GitHub Copilot, Midjourney, DALL-E, Stable Diffusion, Llama 2, Llama 3, Mistral 7B
  JavaScript, TypeScript, Python, Java, Kotlin, Golang, Rust, Ruby on Rails, PHP, Perl, Haskell, Erlang, Elixir, Clojure, OCaml
  Fortran, COBOL, MATLAB, Lua, C++, C#, F#, .NET, Objective-C, HTML, CSS, SQL, JSON, YAML, XML, TOML, Markdown, LaTeX, Bash, PowerShell
  Node.js, Deno, Bun, npm, pnpm, Yarn, React, React Native, Vue.js, Vue, Angular, Svelte, SvelteKit, Next.js, Nuxt, Remix, Astro
  jQuery, Express.js, Fastify, NestJS, Django, Flask, FastAPI, Laravel, Symfony, Spring Boot, Hibernate, webpack, Vite, Rollup, esbuild
  Babel, ESLint, Prettier, Jest, Vitest, Mocha, Cypress, Playwright, Selenium, Storybook, Tailwind, Tailwind CSS, Bootstrap, Sass
  GraphQL, gRPC, Protobuf, OpenAPI, Swagger, REST, WebSocket, WebSockets, WebAssembly, WebRTC, OAuth, JWT, TLS, SSH, TCP, HTTP, HTTPS
  PostgreSQL, Postgres, MySQL, MariaDB, SQLite, MongoDB, Redis, DynamoDB, Elasticsearch, OpenSearch, ClickHouse, DuckDB
  Snowflake, BigQuery, Redshift, Neo4j, Firebase, Supabase, Prisma, Drizzle, Kysely, TypeORM, Sequelize, pgvector, Pinecone, Weaviate
  Qdrant, Milvus, Chroma, Kafka, RabbitMQ, NATS, Celery, Airflow, Spark, Hadoop, Flink, dbt, Databricks, Tableau, Power BI, Grafana
  Prometheus, Datadog, Sentry, Splunk, Kibana, Logstash, OpenTelemetry, Jaeger, PagerDuty, Docker, Docker Compose, Kubernetes, Helm
  Terraform, Ansible, Pulumi, Jenkins, CircleCI, GitHub Actions, GitHub, GitLab, Bitbucket, Git, Vercel, Netlify, Heroku, Cloudflare
  Lambda, EC2, S3, RDS, Azure, GCP, DigitalOcean, nginx, Apache, Caddy, HAProxy, Traefik, Istio, Linux, Ubuntu, Debian, Fedora, Arch Linux, CentOS
  FreeBSD, Unix, NumPy, SciPy, pandas, PyTorch, TensorFlow, Keras, scikit-learn, XGBoost, LangChain, LlamaIndex, ONNX, CUDA, Jupyter
  Unity, Unreal Engine, Godot, OpenGL, Vulkan, Flutter, SwiftUI, Xcode, Android Studio, Visual Studio, VS Code, VSCode, IntelliJ, PyCharm
  WebStorm, Vim, Neovim, Emacs, Sublime Text, Postman, Homebrew, pip, conda, Maven, Gradle, Cargo, Bazel, CMake, Zod, Hono, tRPC, MCP
  Bitcoin, Ethereum, Dogecoin, Stripe Checkout, Auth0, Okta, Twilio, SendGrid, Mailchimp, HubSpot, Zendesk, Intercom, Zapier, WordPress, Wix
  Squarespace, Magento, WooCommerce, Drupal
  Minecraft, Fortnite, Overwatch, Overwatch 2, Valorant, League of Legends, Dota 2, Counter-Strike, Counter-Strike 2, CS:GO, Call of Duty
  Apex Legends, The Witcher 3, Witcher 3, Cyberpunk 2077, Cyberpunk, Elden Ring, Dark Souls, Skyrim, Fallout 4, Zelda, Super Mario
  Mario Kart, Animal Crossing, Stardew Valley, Among Us, Pokemon, Pokémon Go, Tetris, Pac-Man, Civilization VI, Age of Empires, StarCraft
  World of Warcraft, Diablo IV, Hearthstone, The Sims, Grand Theft Auto, GTA V, Red Dead Redemption, Red Dead Redemption 2, Roblox, Rocket League
  Baldur's Gate 3, Final Fantasy, Halo Infinite, Portal 2, Half-Life, Monopoly, Scrabble, Catan, Dungeons & Dragons, Uno, Jenga
`);

/**
 * Product names whose lower-case form is a plain word: names only with a capital in mid-sentence or in a
 * technical context.
 */
export const AMBIGUOUS_PRODUCTS = wordList(`
  rust gemini alexa headspace
  windows zoom slack notion signal teams excel outlook civic mustang camry corolla echo spark helm lambda rest unity flutter react
  angular vue express jest mocha cypress babel bootstrap express rollup prisma drizzle chroma celery airflow snowflake tableau apache
  caddy cargo maven gradle pip bash astro remix python ruby perl lua pandas medium messenger telegram discord blender canva
  copilot postman android jeep twitch audible peloton oreo kindle monopoly scrabble storybook selenium playwright
  prettier sass flask obsidian illustrator tumblr nats conda prometheus mistral sentry markdown linear
  pixel vespa halo cyberpunk diablo portal uno catan tcp azure intercom hono zod bun yarn tinder bumble
`);

/** Lower-case product name, without diacritics, → its own casing. */
export const PRODUCTS: ReadonlyMap<string, string> = new Map(
  PRODUCTS_AS_WRITTEN.map((name) => [
    name
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
    name,
  ]),
);
