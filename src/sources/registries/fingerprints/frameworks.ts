// Technologies: server and browser frameworks.

/** Rows in the format of `rows.ts`. */
export const FRAMEWORKS = String.raw`
Microsoft ASP.NET | 18 | dotnet.microsoft.com/apps/aspnet | cpe=microsoft:asp.net | header.x-aspnet-version=^([\d.]+)
| header.x-aspnetmvc-version | header.x-powered-by=^asp\.net | cookie=^ASP\.NET_SessionId$ | cookie=^\.AspNetCore
| dom=input[name="__VIEWSTATE"] | url=\.aspx(?:$|\?)
Blazor | 12 | dotnet.microsoft.com/apps/aspnet/web-apps/blazor | script=_framework/blazor\.(?:web|server|webassembly)\.js
| > Microsoft ASP.NET
Express | 18 | expressjs.com | header.x-powered-by=^express$ | > Node.js
Koa | 18 | koajs.com | header.x-powered-by=^koa$ | cookie=^koa[.:]sess(?:\.sig)?$ | > Node.js
Hapi.js | 18 | hapi.dev | header.x-powered-by=^hapi | > Node.js
NestJS | 18 | nestjs.com | header.x-powered-by=^nestjs | > Node.js
Sails.js | 18 | sailsjs.com | header.x-powered-by=^sails | cookie=^sails\.sid$ | > Express
AdonisJS | 18 | adonisjs.com | cookie=^adonis-session | > Node.js
Meteor | 12 | www.meteor.com | html=__meteor_runtime_config__ | > Node.js, MongoDB
Hono | 18 | hono.dev | header.x-powered-by=^hono
Laravel | 18 | laravel.com | cpe=laravel:laravel | cookie=^laravel_session$ | cookie=^laravel-session$ | cookie=^XSRF-TOKEN$ ~40 | > PHP
Livewire | 12 18 | livewire.laravel.com | script=/livewire(?:\.min)?\.js | dom=[wire:id] | html= wire:(?:id|click|model)= | > Laravel
Inertia.js | 12 | inertiajs.com | dom=#app[data-page] | header.x-inertia | header.vary=x-inertia
Symfony | 18 | symfony.com | cpe=sensiolabs:symfony | header.x-debug-token-link | header.x-debug-token | cookie=^sf_redirect$ | > PHP
CodeIgniter | 18 | codeigniter.com | cookie=^ci_session | cookie=^ci_csrf_token$ | > PHP
CakePHP | 18 | cakephp.org | cpe=cakephp:cakephp | cookie=^cakephp$ | meta.application-name=^cakephp | > PHP
Yii | 18 | www.yiiframework.com | cookie=^YII_CSRF_TOKEN$ | script=/assets/[0-9a-f]{6,8}/yii(?:\.[a-z]{1,20})?\.js
| html=Powered by <a href="https?://www\.yiiframework | > PHP
Zend | 18 | framework.zend.com | header.server=zend(?:server)?/?([\d.]+)? | cookie=^ZENDSERVERSESSID$ | cookie=^ZDEDebuggerPresent$
| > PHP
ThinkPHP | 18 | www.thinkphp.cn | header.x-powered-by=thinkphp ?([\d.]+)? | cookie=^thinkphp_show_page_trace$ | > PHP
FuelPHP | 18 | fuelphp.com | cookie=^fuelcid$ | > PHP
Kohana | 18 | kohanaframework.org | header.x-powered-by=kohana(?: framework)? ?([\d.]+)? | cookie=^kohanasession$ | > PHP
Django | 18 | www.djangoproject.com | cpe=djangoproject:django | cookie=^django_language$ | cookie=^csrftoken$ ~60
| dom=input[name="csrfmiddlewaretoken"] | > Python
Flask | 18 | flask.palletsprojects.com | header.server=werkzeug/?([\d.]+)? ~80 | > Python
FastAPI | 18 | fastapi.tiangolo.com | html=<title>FastAPI - Swagger UI | > Python
web2py | 18 | www.web2py.com | header.x-powered-by=^web2py | meta.generator=^web2py | > Python
Pyramid | 18 | trypyramid.com | header.x-powered-by=pyramid | > Python
Streamlit | 18 | streamlit.io | html=<title>Streamlit | host=share.streamlit.io | > Python
Gradio | 18 | www.gradio.app | dom=gradio-app | host=gradio.s3-us-west-2.amazonaws.com | inline=window\.gradio_config | > Python
Odoo | 1 6 | www.odoo.com | meta.generator=^odoo | script=/web/(?:js|assets|content)/[^ ]{0,80}assets_(?:common|frontend)
| > Python, PostgreSQL
Ruby on Rails | 18 | rubyonrails.org | cpe=rubyonrails:rails | header.x-powered-by=(?:mod_rails|rails)
| meta.csrf-param=^authenticity_token$ | header.x-runtime=^\d+\.\d{4,} ~60 | > Ruby
Sinatra | 18 | sinatrarb.com | header.x-powered-by=sinatra | > Ruby
Phoenix | 18 | www.phoenixframework.org | dom=[data-phx-main] | dom=[data-phx-session] | > Elixir
Spring | 18 | spring.io | header.x-application-context | > Java
JavaServer Faces | 18 | jakarta.ee/specifications/faces | dom=input[name="javax.faces.ViewState"]
| dom=input[name="jakarta.faces.ViewState"] | > Java
PrimeFaces | 18 | www.primefaces.org | script=/javax\.faces\.resource/primefaces | > JavaServer Faces
Vaadin | 18 | vaadin.com | script=/vaadin[a-z]{0,20}\.js | cookie=^vaadin | html=window\.Vaadin | > Java
Apache Wicket | 18 | wicket.apache.org | script=/wicket/resource/|wicket-ajax | > Java
Apache Struts | 18 | struts.apache.org | url=\.action(?:$|\?) ~40 | > Java
Grails | 18 | grails.org | header.x-powered-by=grails(?:[^\d]{1,10}([\d.]+))? | > Java
Play | 18 | www.playframework.com | cookie=^PLAY_SESSION$ | > Scala
Google Web Toolkit | 18 | www.gwtproject.org | meta.gwt:property | script=\.nocache\.js | > Java
Salesforce | 53 | www.salesforce.com | cookie=^com\.salesforce | host=service.force.com | script=\.force\.com/ ~80
Salesforce Experience Cloud | 1 | www.salesforce.com | script=/s/sfsites/ | link=/s/sfsites/ | header.server=^sfdcedge | > Salesforce
ServiceNow | 53 47 | www.servicenow.com | cookie=^glide_user | header.server=^servicenow
Oracle APEX | 18 | apex.oracle.com | cookie=^ORA_WWV_ | script=/i/(?:libraries/apex|apex_ui)/ | > Java
Next.js | 12 18 | nextjs.org | cpe=vercel:next.js | header.x-powered-by=^next\.js ?([\d.]+)? | header.x-nextjs-cache
| header.x-nextjs-prerender | script=/_next/static/ | dom=script#__NEXT_DATA__ | inline=self\.__next_f | > React, Node.js
Nuxt.js | 12 18 | nuxt.com | header.x-powered-by=^nuxt | script=/_nuxt/ | link=/_nuxt/ | dom=#__nuxt | inline=window\.__NUXT__
| > Vue.js, Node.js
SvelteKit | 12 | svelte.dev | script=/_app/immutable/ | link=/_app/immutable/ | dom=[data-sveltekit-preload-data] | inline=__sveltekit_
| > Svelte
Svelte | 12 | svelte.dev | dom.class=[class*="svelte-"] => \bsvelte-[a-z0-9]{5,8}\b ~80
Remix | 12 | remix.run | inline=window\.__remixContext | > React
React Router | 12 | reactrouter.com | inline=window\.__reactRouterContext | library=react-router | library=react-router-dom | > React
SolidStart | 12 | start.solidjs.com | inline=_\$HY= | html=data-hk= ~70 | > SolidJS
SolidJS | 12 | www.solidjs.com | dom=[data-hk] ~70 | library=solid-js
Qwik | 12 | qwik.dev | dom=[q:container] | dom=[q:version]
Fresh | 12 | fresh.deno.dev | script=/_frsh/ | link=/_frsh/ | > Deno, Preact
RedwoodJS | 12 | redwoodjs.com | dom=#redwood-app | > React
React | 12 | react.dev | cpe=facebook:react | library=react | library=react-dom
| script=/react(?:-dom)?(?:\.production|\.development)(?:\.min)?\.js | dom=[data-reactroot] | dom=[data-reactid]
Preact | 59 | preactjs.com | library=preact
Vue.js | 12 | vuejs.org | cpe=vuejs:vue.js | library=vue | html= data-v-[0-9a-f]{8}[\s=>] | dom=[data-server-rendered="true"]
| dom=[data-v-app] | dom=[v-cloak]
Quasar | 12 66 | quasar.dev | dom=#q-app | library=quasar | > Vue.js
Vuetify | 66 | vuetifyjs.com | library=vuetify | style=vuetify | dom=.v-application | > Vue.js
Element UI | 66 | element-plus.org | library=element-ui | library=element-plus | link=element-(?:ui|plus)/ | > Vue.js
Angular | 12 | angular.dev | cpe=angularjs:angular | dom.ng-version=[ng-version] => ^([\d.]+) | dom=app-root[_nghost-ng-c] ~80
| > TypeScript
Angular Material | 66 | material.angular.io | dom=mat-toolbar | dom=mat-sidenav-container | > Angular
AngularJS | 12 | angularjs.org | cpe=angularjs:angular.js | script=angular(?:js)?[/@-]([\d.]+\d)[^?]*\.js | script=/angular(?:\.min)?\.js
| dom=[ng-app] | dom=[data-ng-app] | dom=.ng-scope
Ember.js | 12 | emberjs.com | cpe=emberjs:ember.js | library=ember | dom=.ember-application | dom=.ember-view
Backbone.js | 12 | backbonejs.org | library=backbone | > Underscore.js
Knockout.js | 12 | knockoutjs.com | library=knockout | dom=[data-bind] ~80
Alpine.js | 12 | alpinejs.dev | library=alpinejs | library=alpine | dom=[x-data] ~90 | dom=[x-cloak] ~60
htmx | 59 | htmx.org | library=htmx | library=htmx.org | dom=[hx-get] | dom=[hx-post]
Stimulus | 12 | stimulus.hotwired.dev | library=stimulus | dom=[data-controller] ~60
Hotwire Turbo | 12 | turbo.hotwired.dev | dom=turbo-frame | script=@hotwired/turbo | meta.turbo-cache-control | dom=[data-turbo-track]
Turbolinks | 59 | github.com/turbolinks/turbolinks | library=turbolinks | dom=[data-turbolinks-track]
Aurelia | 12 | aurelia.io | dom=[aurelia-app] | library=aurelia
Mithril | 12 | mithril.js.org | library=mithril
Riot | 12 | riot.js.org | library=riot
Lit | 12 | lit.dev | script=/lit(?:-element|-html)?[@/]([\d.]+) | html=<!--lit-part
Polymer | 12 | polymer-library.polymer-project.org | library=polymer | link=/polymer(?:-micro)?\.html | dom=dom-module
Stencil | 12 | stenciljs.com | dom=html.hydrated ~60 | dom=[s-id] ~60
Dojo | 12 | dojotoolkit.org | script=/dojo(?:\.xd)?\.js | script=dojo/([\d.]+)/ | dom=[data-dojo-type]
ExtJS | 12 | www.sencha.com/products/extjs | script=/ext-(?:all|base)(?:-debug)?\.js | script=/extjs/([\d.]+)
MooTools | 12 | mootools.net | library=mootools | script=/mootools(?:-(?:core|more|yui))?[^/]{0,40}\.js
Prototype | 59 | prototypejs.org | library=prototype | script=/protoaculous
YUI | 59 | yuilibrary.com | script=/yui/([\d.]+)/|/yui(?:-min)?\.js | host=yui.yahooapis.com
AMP | 12 | amp.dev | host=cdn.ampproject.org | dom=html[amp] | dom=html[⚡]
Ionic | 26 | ionicframework.com | dom=ion-app | library=ionic | style=ionic
jQuery Mobile | 26 | jquerymobile.com | script=jquery\.mobile(?:-([\d.]+\d))?(?:\.min)?\.js | > jQuery
Flutter | 12 26 | flutter.dev | dom=flt-glass-pane | script=/flutter(?:_bootstrap|_service_worker)?\.js | dom=flutter-view
Vite | 47 | vite.dev | script=/@vite/client | script=/assets/index[-.][\w-]{8}\.js$ ~60 | dom=script#vite-legacy-polyfill
Webpack | 47 | webpack.js.org | inline=webpackJsonp|webpackChunk | script=/webpack(?:-runtime)?[-.][\w-]{6,20}\.js
Parcel | 47 | parceljs.org | inline=parcelRequire
RequireJS | 59 | requirejs.org | library=require | library=require.js | dom=script[data-main]
SystemJS | 59 | github.com/systemjs/systemjs | script=/system(?:js)?(?:\.min)?\.js | library=systemjs
Module Federation | 47 | module-federation.io | script=/remoteEntry\.js
single-spa | 12 | single-spa.js.org | library=single-spa | dom=[id^="single-spa-application:"]
PWA | 19 | web.dev/progressive-web-apps | dom=link[rel="manifest"] ~80
Open Graph | 19 | ogp.me | meta.og:title | meta.og:type
RSS | 19 | www.rssboard.org | dom=link[type="application/rss+xml"]
Twitter Cards | 19 | developer.x.com | meta.twitter:card
JSON-LD | 19 | json-ld.org | dom=script[type="application/ld+json"]
`;
