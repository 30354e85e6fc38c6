-- Of what nothing measured when their end was reported: the first time counts.
UPDATE alerts SET end_held_at = coalesce(end_held_at, now())
WHERE organization_id = :organization_id AND id = ANY (:ids::text[]) AND resolved_at IS NULL
