-- A write that closes a page is answered when every node has the version that closes it.
ALTER TABLE status_pages ADD COLUMN awaited_version bigint;
-- The versions of awaited pages that a node shows, by organization.
ALTER TABLE nodes ADD COLUMN pages_seen jsonb NOT NULL DEFAULT '{}';
