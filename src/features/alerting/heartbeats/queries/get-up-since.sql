SELECT up_since AS "upSince" FROM service_up
