-- How far each chain was sent to the syslog. An organization that is gone keeps its records, and its place here.
CREATE TABLE audit_forwarded (
  organization_id text COLLATE "C" PRIMARY KEY,
  position bigint NOT NULL
);

-- The node that sends: one at a time.
CREATE TABLE audit_forwarding (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  holder text COLLATE "C",
  held_until timestamptz(3)
);
INSERT INTO audit_forwarding DEFAULT VALUES;
