-- Drills that were started together have the id of the first of them; and what was foretold of their alerts then: the ways
-- that they take, and which of them were not tried.
ALTER TABLE drills ADD COLUMN run_id text COLLATE "C", ADD COLUMN foretold jsonb;
