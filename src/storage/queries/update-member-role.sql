UPDATE members SET role = $3 WHERE organization_id = $1 AND user_id = $2
