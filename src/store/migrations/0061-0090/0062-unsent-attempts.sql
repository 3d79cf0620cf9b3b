-- A claimed delivery of which nothing was sent goes back as it was, and its attempt with it.
grant delete on attempt to banksia_app;
