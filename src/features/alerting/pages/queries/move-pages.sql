-- The next step of each, at its time after the page began; null where there is none.
UPDATE pages AS page
SET taken = one.taken, due_at = page.begun_at + one.next_seconds * interval '1 second'
FROM jsonb_to_recordset(:pages::jsonb) AS one (organization_id text, id text, taken integer, next_seconds integer)
WHERE page.organization_id = one.organization_id AND page.id = one.id
