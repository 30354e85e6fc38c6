-- @result count: !
SELECT count(*)::integer AS count FROM drills WHERE organization_id = :organization_id AND status = 'running'
