-- @back 79: nobody is paged by their ways
ALTER TABLE deliveries DROP CONSTRAINT deliveries_channel_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_channel_check
  CHECK (channel IN ('email', 'webhook', 'slack', 'alert', 'alert_mail', 'page'));

-- A message about alerts that somebody on call gets, by one of their ways after the other, until somebody acknowledges it.
CREATE TABLE pages (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  -- Of its deliveries; delivery_alerts says which alerts it is about.
  source text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  -- The route, heartbeat or rule that sent it.
  sender_id text COLLATE "C" NOT NULL,
  rota_id text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  urgent boolean NOT NULL,
  message jsonb NOT NULL,
  -- Why it came, as a mail says it.
  why jsonb NOT NULL,
  -- The ways in the order in which they are taken, as they were when it began.
  steps jsonb NOT NULL,
  -- How many of them were taken; when the next one is due, if there is one.
  taken integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  begun_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz(3),
  outcome text CHECK (outcome IN ('acknowledged', 'ended', 'passed_on', 'handed_over')),
  -- Who did that, and how, in words.
  closed_by text,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT pages_once UNIQUE (organization_id, source, email),
  CHECK ((closed_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX pages_due ON pages (due_at) WHERE closed_at IS NULL AND due_at IS NOT NULL;
CREATE INDEX pages_open ON pages (organization_id, id) WHERE closed_at IS NULL;
CREATE INDEX pages_person ON pages (lower(email), begun_at) WHERE closed_at IS NULL;
CREATE INDEX pages_closed ON pages (closed_at) WHERE closed_at IS NOT NULL;

-- What acknowledges a page without a session: each message of it has one of its own, which works once.
CREATE TABLE page_tokens (
  hash bytea PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  page_id text COLLATE "C" NOT NULL,
  -- The kind of way that brought it.
  way text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  FOREIGN KEY (organization_id, page_id) REFERENCES pages (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX page_tokens_page ON page_tokens (organization_id, page_id);

-- Text messages and calls of the last day, by the way and by the group of alerts that they were about.
CREATE TABLE phone_messages (
  way_id text COLLATE "C" NOT NULL,
  about text COLLATE "C" NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX phone_messages_way ON phone_messages (way_id, sent_at);
CREATE INDEX phone_messages_sent ON phone_messages (sent_at);
