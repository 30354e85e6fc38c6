-- The only engine there is has none of them, as it was read after they came.
DELETE FROM held_firings
WHERE organization_id = :organization_id AND connector_id = :connector_id AND noted_at <= :since
