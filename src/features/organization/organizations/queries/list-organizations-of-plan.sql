SELECT id FROM organizations WHERE plan = :plan ORDER BY id
