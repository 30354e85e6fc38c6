-- When it is looked at whether what was sent elsewhere of these alerts has arrived; null for never again.
-- @param after_seconds: nullable
UPDATE alerts SET elsewhere_due_at = now() + :after_seconds::integer * interval '1 second'
WHERE organization_id = :organization_id AND id = ANY (:ids::text[])
