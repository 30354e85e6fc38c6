-- The engine says the end of alerts that somebody ended here before.
UPDATE alerts SET goes_on = false, closed_at = now()
WHERE organization_id = :organization_id AND id = ANY(:ids::text[]) AND goes_on
