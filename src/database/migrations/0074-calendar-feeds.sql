-- Addresses at which calendars of shifts are read, and what they had when they were read last: events that change rise in
-- number, and those that are no more are shown as cancelled for a while. Of an address only a hash is stored.
CREATE TABLE rota_feeds (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Whose address it is: a member, or with '' the organization's own, made with a key.
  owner text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  token_hash bytea NOT NULL UNIQUE,
  events text NOT NULL DEFAULT '[]',
  read_at timestamptz(3),
  PRIMARY KEY (organization_id, kind, id, owner),
  FOREIGN KEY (organization_id, kind, id) REFERENCES rows (organization_id, kind, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX rota_feeds_of_members ON rota_feeds (organization_id, user_id) WHERE user_id IS NOT NULL;

-- A person's own, of all of their organizations.
CREATE TABLE account_feeds (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE
);

-- By organization, so that what it had goes with the organization and with the membership.
CREATE TABLE account_feed_events (
  user_id text COLLATE "C" NOT NULL REFERENCES account_feeds (user_id) ON DELETE CASCADE,
  organization_id text COLLATE "C" NOT NULL,
  events text NOT NULL DEFAULT '[]',
  read_at timestamptz(3),
  PRIMARY KEY (organization_id, user_id),
  FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX account_feed_events_of_users ON account_feed_events (user_id);
