-- @result count: !
SELECT count(*)::integer AS count FROM held_firings
WHERE organization_id = :organization_id AND connector_id = :connector_id
