-- Which status a component of a status page had, and from when to when; without an end, the one that it has now. Times are
-- in whole seconds, so that the seconds of a day add up to a day.
CREATE TABLE component_statuses (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  since timestamptz(0) NOT NULL,
  until timestamptz(0),
  status text COLLATE "C" NOT NULL,
  -- What lies before stands in component_days.
  counted_at timestamptz(0) NOT NULL,
  PRIMARY KEY (organization_id, kind, id, since),
  FOREIGN KEY (organization_id, kind, id) REFERENCES rows (organization_id, kind, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX component_statuses_present ON component_statuses (organization_id, kind, id) WHERE until IS NULL;

-- How many seconds of a day in UTC a component had each status.
CREATE TABLE component_days (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  operational integer NOT NULL,
  degraded_performance integer NOT NULL,
  partial_outage integer NOT NULL,
  major_outage integer NOT NULL,
  under_maintenance integer NOT NULL,
  PRIMARY KEY (organization_id, kind, id, day),
  FOREIGN KEY (organization_id, kind, id) REFERENCES rows (organization_id, kind, id) ON DELETE CASCADE
);

-- Each change of what a page shows moves its version, so that every node can see that it has to be made anew.
CREATE TABLE status_pages (
  organization_id text COLLATE "C" PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  -- The version whose components and maintenance are settled, and when time alone may move them next.
  settled_version bigint NOT NULL DEFAULT 0,
  due_at timestamptz,
  -- The host name of its own that it is served at.
  domain text COLLATE "C" UNIQUE
);

-- What components were before the maintenance that they are under.
CREATE TABLE maintained_components (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status_before text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, kind, id),
  FOREIGN KEY (organization_id, kind, id) REFERENCES rows (organization_id, kind, id) ON DELETE CASCADE
);

-- Names that pages had, which lead to where they are now.
CREATE TABLE former_page_names (
  name text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  until timestamptz NOT NULL
);
CREATE INDEX former_page_names_of ON former_page_names (organization_id);

-- Who is notified of updates. Addresses are sealed, and found again by a code of them.
CREATE TABLE status_page_subscribers (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL CHECK (channel IN ('email', 'webhook')),
  address_code text COLLATE "C" NOT NULL,
  sealed_address text NOT NULL,
  -- Empty for all.
  component_ids text[] NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'confirmed', 'suspended')),
  -- How many messages were turned down in a row.
  bounces integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, address_code)
);

-- What subscribers are still to be sent: an update of an incident, or with an empty incident the question whether they
-- want to be subscribed. What it says is made when it is sent.
CREATE TABLE status_page_messages (
  organization_id text COLLATE "C" NOT NULL,
  subscriber_id text COLLATE "C" NOT NULL,
  incident_id text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, subscriber_id, incident_id, at),
  FOREIGN KEY (organization_id, subscriber_id)
    REFERENCES status_page_subscribers (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX status_page_messages_due ON status_page_messages (next_attempt_at);

-- The status of a component that is there is known since its row was last written: before that it may have been another.
INSERT INTO component_statuses (organization_id, kind, id, since, status, counted_at)
SELECT organization_id, kind, id, date_trunc('second', updated_at),
  coalesce(configuration ->> 'status', 'operational'), date_trunc('second', updated_at)
FROM rows
WHERE kind = 'status_page_components';

INSERT INTO status_pages (organization_id, version)
SELECT organization_id, 1
FROM rows
WHERE kind = 'status_page_settings';
